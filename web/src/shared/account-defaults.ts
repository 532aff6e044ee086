/** What the account sets for its pages, as the service wrote it into them. Read field by field, like what comes from hosts. */
export interface AccountDefaults {
  readonly theme?: unknown;
  readonly locale?: unknown;
}

export const accountDefaults: AccountDefaults = readDefaults(
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name=account-defaults]')?.content,
);

function readDefaults(text: string | undefined): AccountDefaults {
  return text === undefined ? {} : JSON.parse(text);
}
