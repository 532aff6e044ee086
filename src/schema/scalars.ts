import { GraphQLError } from 'graphql';
import { DateTimeISOResolver, JSONObjectResolver, JSONResolver, SafeIntResolver } from 'graphql-scalars';
import type { AttributeValue } from '../semantic/viewer.ts';
import { builder } from './builder.ts';

builder.addScalarType('DateTime', DateTimeISOResolver, {
  description: 'A date and time in RFC 3339 format. Values are returned in UTC: `2026-01-31T12:30:00.000Z`.',
});
builder.addScalarType('JSON', JSONResolver);
builder.addScalarType('JSONObject', JSONObjectResolver);
builder.addScalarType('SafeInt', SafeIntResolver);

builder.scalarType('UserAttributeValue', {
  description: 'The value of a user attribute: a string, a number, a list of strings or a list of numbers.',
  serialize: (value) => value,
  parseValue: (value): AttributeValue => {
    const isScalar = (item: unknown) => typeof item === 'string' || typeof item === 'number';
    if (isScalar(value) || (Array.isArray(value) && value.every(isScalar))) return value as AttributeValue;
    throw new GraphQLError('A user attribute value is a string, a number, or a list of strings or numbers.');
  },
});
