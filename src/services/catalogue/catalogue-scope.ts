/** Where groups and user attributes live: tenant-wide, which is the account's own scope, or in one embed tenant. */
export type CatalogueScope =
  | { readonly kind: 'account' }
  | { readonly kind: 'embedTenant'; readonly name: string };

/** The account's own scope. */
export const tenantWide: CatalogueScope = { kind: 'account' };
