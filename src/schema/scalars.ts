import { GraphQLError } from 'graphql';
import { DateTimeISOResolver, JSONObjectResolver, JSONResolver, SafeIntResolver } from 'graphql-scalars';
import type { AttributeValue } from '../semantic/viewer.ts';
import { builder } from './builder.ts';

builder.addScalarType('DateTime', DateTimeISOResolver, {
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  description: 'A date and time in RFC 3339 format. Values are returned in UTC: `2026-01-31T12:30:00.000Z`.',
});
builder.scalarType('Date', {
  description: 'A day, as `YYYY-MM-DD`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
  serialize: (day) => day,
  // Services check whether there is such a day, and name the argument if not.
  parseValue: (day): string => {
    if (typeof day === 'string') return day;
    throw new GraphQLError('A day is text, as `YYYY-MM-DD`.');
  },
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
