import { createFormats } from '../../shared/format.ts';

export const formats = createFormats();

/** A moment in the reader's locale and time zone; a dash for none. */
export function Moment({ at }: { readonly at: string | null | undefined }) {
  if (at == null) return <>–</>;
  return (
    <time dateTime={at} title={at}>
      {formats.dateTime(at)}
    </time>
  );
}
