import { validationFailed } from '../errors.ts';
import * as describe from './embed-tenant-descriptions.ts';
import {
  DeleteEmbedTenantGroupDocument,
  DeleteEmbedTenantUserAttributeDocument,
  EmbedTenantGroupsDocument,
  EmbedTenantUserAttributesDocument,
} from './generated/graphql.ts';
import { jsonResponse, noContent, type Route, readNumber } from './route.ts';

const tenantPath = '/api/v1/embed-tenants/:embedTenantName';

/** Embed-tenant admin endpoints (spec: Endpoints, 2). */
export const embedTenantRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${tenantPath}/groups`,
    describe: describe.listGroups,
    async handle({ request, url, params: { embedTenantName: name = '' }, operations }) {
      const variables = { name, ...readPageQuery(url) };
      const { embedTenant } = await operations.execute(EmbedTenantGroupsDocument, variables, request.signal);
      return listResponse(embedTenant.groups);
    },
  },
  {
    method: 'DELETE',
    path: `${tenantPath}/groups/:id`,
    describe: describe.deleteGroup,
    async handle({ request, params: { embedTenantName = '', id }, operations }) {
      const input = { embedTenantName, id: String(readNumber(id, 'Group')) };
      await operations.execute(DeleteEmbedTenantGroupDocument, { input }, request.signal);
      return noContent();
    },
  },
  {
    method: 'GET',
    path: `${tenantPath}/user-attributes`,
    describe: describe.listUserAttributes,
    async handle({ request, url, params: { embedTenantName: name = '' }, operations }) {
      const variables = { name, ...readPageQuery(url) };
      const { embedTenant } = await operations.execute(
        EmbedTenantUserAttributesDocument,
        variables,
        request.signal,
      );
      return listResponse(embedTenant.userAttributes, (attribute) => ({
        ...attribute,
        type: attribute.type.toLowerCase(),
      }));
    },
  },
  {
    method: 'DELETE',
    path: `${tenantPath}/user-attributes/:id`,
    describe: describe.deleteUserAttribute,
    async handle({ request, params: { embedTenantName = '', id }, operations }) {
      const input = { embedTenantName, id: String(readNumber(id, 'User attribute')) };
      await operations.execute(DeleteEmbedTenantUserAttributeDocument, { input }, request.signal);
      return noContent();
    },
  },
];

interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: unknown;
}

function listResponse<Node>(
  { edges, pageInfo }: Connection<Node>,
  itemOf: (node: Node) => unknown = (node) => node,
): Response {
  return jsonResponse({ items: edges.map(({ node }) => itemOf(node)), pageInfo });
}

/** Reads `?first=` and `?after=`. The list checks their ranges. @throws AppError `VALIDATION_FAILED` */
function readPageQuery(url: URL): { first?: number; after?: string } {
  const first = url.searchParams.get('first');
  const after = url.searchParams.get('after');
  if (first !== null && !/^-?\d{1,9}$/.test(first)) {
    throw validationFailed([{ path: 'first', message: 'must be an integer from 1 to 100' }]);
  }
  return { ...(first === null ? {} : { first: Number(first) }), ...(after === null ? {} : { after }) };
}
