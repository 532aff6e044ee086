import { z } from 'zod';
import { input } from './fields.ts';
import { textFilter } from './lists.ts';

/** The name of an embed tenant, which the session that first names it creates (spec: embedTenantName). */
export const embedTenantName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{3,34}[a-z0-9]$/,
    'must be lowercase, have 5 to 36 characters of a-z, 0-9 and "-", start with a letter and end with a letter or digit',
  );

export const deleteEmbedTenantInput = input('DeleteEmbedTenantInput', 'The embed tenant to delete.', {
  name: z.string().describe('Name of the embed tenant.'),
});

export const embedTenantFilter = textFilter('EmbedTenantFilter', 'embed tenants', 'name');
