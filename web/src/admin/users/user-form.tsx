import { TextInput } from '@mantine/core';
import { CreateUserDocument, UpdateUserDocument } from '../generated/graphql.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { listDivider } from '../parts/form-values.ts';
import { ListInput } from '../parts/list-input.tsx';
import { useChange } from '../parts/use-change.ts';
import { AttributeField, type Catalogue, readAttributes, useCatalogue } from './attribute-fields.tsx';

/** An internal user as the form shows it. */
export interface EditableUser {
  readonly id: string;
  readonly identifier: string;
  readonly email: string | null | undefined;
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** What it has from the workspace, which is changed there. */
  readonly managedGroups: readonly string[];
  readonly managedAttributes: readonly string[];
}

export function CreateUser() {
  const create = useChange(CreateUserDocument);
  const catalogue = useCatalogue();
  return (
    <FormDialog
      label="Create internal user"
      verb="Create"
      send={async (values) => {
        const username = values.text('username');
        const userAttributes = readAttributes(values, catalogue.attributes).filter(
          ({ value }) => value !== null,
        );
        const email = values.textOrNull('email');
        await create({ input: { username, email, groups: values.list('groups'), userAttributes } });
        return `Created the user ${username}.`;
      }}
    >
      <TextInput
        name="username"
        label="Username"
        description="Sessions name it as internalId. Cannot be changed later."
        maxLength={255}
        required
        data-autofocus
      />
      <UserFields catalogue={catalogue} />
    </FormDialog>
  );
}

export function EditUser({ user }: { readonly user: EditableUser }) {
  const update = useChange(UpdateUserDocument);
  const catalogue = useCatalogue();
  return (
    <FormDialog
      label="Edit user"
      verb="Save"
      send={async (values) => {
        const { id, identifier } = user;
        const own = catalogue.attributes.filter(({ name }) => !user.managedAttributes.includes(name));
        const userAttributes = readAttributes(values, own);
        const email = values.textOrNull('email');
        const groups = [...user.managedGroups, ...values.list('groups')];
        // A list replaces all memberships, even those beyond the hundred shown here, so an unchanged one is omitted.
        const isChanged = groups.join(listDivider) !== inOrder(user).join(listDivider);
        await update({ input: { id, email, userAttributes, ...(isChanged ? { groups } : {}) } });
        return `Saved the user ${identifier}.`;
      }}
    >
      <UserFields catalogue={catalogue} user={user} />
    </FormDialog>
  );
}

/** Memberships of the workspace, then those that can be changed. */
function inOrder({ groups, managedGroups }: EditableUser): readonly string[] {
  return [...managedGroups, ...groups.filter((name) => !managedGroups.includes(name))];
}

function UserFields({ catalogue, user }: { readonly catalogue: Catalogue; readonly user?: EditableUser }) {
  const managed = user?.managedGroups ?? [];
  return (
    <>
      <TextInput name="email" type="email" label="Email" maxLength={320} defaultValue={user?.email ?? ''} />
      <ListInput
        name="groups"
        label="Groups"
        description={managed.length === 0 ? undefined : `Besides ${managed.join(', ')}, from the workspace.`}
        data={catalogue.groups.filter((name) => !managed.includes(name))}
        defaultValue={(user?.groups ?? []).filter((name) => !managed.includes(name))}
      />
      {catalogue.attributes
        .filter(({ name }) => user?.managedAttributes.includes(name) !== true)
        .map((attribute) => (
          <AttributeField key={attribute.id} attribute={attribute} value={user?.attributes[attribute.name]} />
        ))}
    </>
  );
}
