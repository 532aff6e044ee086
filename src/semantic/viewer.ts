export type AttributeValue = string | number | readonly string[] | readonly number[];

/**
 * On whose behalf data is read: everything an access policy may refer to. A user attribute that is missing here
 * matches nothing. Group names are as policies write them: a tenant-wide group by its name, a scoped one as
 * `tenant:<embedTenantName>:<name>`.
 */
export interface Viewer {
  readonly userAttributes: Readonly<Record<string, AttributeValue>>;
  readonly groups: readonly string[];
  readonly securityContext: Readonly<Record<string, unknown>>;
}
