import { NumberInput, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from 'urql';
import {
  type AttributeRowFragment,
  AttributesDocument,
  GroupsDocument,
  type UserAttributeInput,
} from '../generated/graphql.ts';
import type { FormValues } from '../parts/form-values.ts';
import { ListInput } from '../parts/list-input.tsx';

export interface Catalogue {
  readonly groups: readonly string[];
  readonly attributes: readonly AttributeRowFragment[];
}

/** The first hundred of what users can be given; more is for the API. */
export function useCatalogue(): Catalogue {
  const [groups] = useQuery({ query: GroupsDocument, variables: { first: 100 } });
  const [attributes] = useQuery({ query: AttributesDocument, variables: { first: 100 } });
  return {
    groups: groups.data?.groups.edges.map(({ node }) => node.name) ?? [],
    attributes: attributes.data?.userAttributes.edges.map(({ node }) => node) ?? [],
  };
}

interface AttributeFieldProps extends Pick<TextInputProps, 'inputWrapperOrder'> {
  readonly attribute: AttributeRowFragment;
  readonly value?: unknown;
}

/** A value of an attribute, under a name that {@link readAttributes} finds. */
export function AttributeField({ attribute, value, ...wrapper }: AttributeFieldProps) {
  const common = {
    ...wrapper,
    name: fieldOf(attribute),
    label: attribute.displayName ?? attribute.name,
    description: attribute.description,
  };
  if (attribute.type.endsWith('_ARRAY')) {
    return <ListInput {...common} defaultValue={Array.isArray(value) ? value.map(String) : []} />;
  }
  if (attribute.type === 'NUMBER') {
    return <NumberInput {...common} defaultValue={typeof value === 'number' ? value : ''} />;
  }
  return <TextInput {...common} defaultValue={typeof value === 'string' ? value : ''} />;
}

/** All attributes, those without a value with null, which clears it. */
export function readAttributes(
  values: FormValues,
  attributes: readonly AttributeRowFragment[],
): UserAttributeInput[] {
  return attributes.map((attribute) => ({ name: attribute.name, value: readValue(values, attribute) }));
}

function readValue(values: FormValues, attribute: AttributeRowFragment): UserAttributeInput['value'] {
  const field = fieldOf(attribute);
  const text = values.text(field);
  if (text === '') return null;
  switch (attribute.type) {
    case 'STRING':
      return text;
    case 'NUMBER':
      return Number(text);
    case 'STRING_ARRAY':
      return values.list(field);
    case 'NUMBER_ARRAY':
      return values.list(field).map(Number);
  }
}

function fieldOf({ name }: AttributeRowFragment): string {
  return `attribute.${name}`;
}
