import type { Check, Properties, Rule } from './rule.ts';

export const flag: Rule = { boolean: true };
export const nothing: Rule = { null: true };
/** Lengths, sizes and offsets in pixels; angles in degrees. */
export const pixels: Rule = number(-10_000, 10_000);
export const fraction: Rule = number(0, 1);

export function number(min: number, max: number): Rule {
  return { number: { min, max } };
}

export function integer(min: number, max: number): Rule {
  return { number: { min, max, integer: true } };
}

export function list(of: Rule, max: number): Rule {
  return { list: { of, max } };
}

/** Allows what any of the rules allows. */
export function either(...rules: readonly Rule[]): Rule {
  const texts = rules.flatMap(({ string }) => (string === undefined ? [] : [string]));
  const string: Check<string> = (...args) => {
    const problems = texts.map((check) => check(...args));
    return problems.includes(undefined) ? undefined : problems.at(-1);
  };
  return { ...Object.assign({}, ...rules), ...(texts.length < 2 ? {} : { string }) } as Rule;
}

/** One of these space-separated words. */
export function word(words: string): Rule {
  const known = new Set(words.split(' '));
  return { string: (text) => (known.has(text) ? undefined : `Expected one of ${[...known].join(', ')}.`) };
}

/** The same rule for each of these space-separated names. */
export function each(names: string, rule: Rule): Properties {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}

/**
 * Vega-Lite writes titles and formats into expressions between quotes without escaping backslashes, which could end them.
 * Control characters and line separators are refused too.
 */
const plainText = /^[^\\\p{Cc}\p{Zl}\p{Zp}]*$/u;
const maxTextCharacters = 500;

const checkText: Check<string> = (text) => {
  if (text.length > maxTextCharacters) return `Expected at most ${maxTextCharacters} characters.`;
  return plainText.test(text) ? undefined : 'Expected text without "\\" and control characters.';
};

/** Text on a chart. */
export const text: Rule = { string: checkText };
/** In one line or several. */
export const lines: Rule = either(text, list(text, 10));

/** Tooltips show a value under this name as a picture, which they load. */
export const pictureName = 'image';

const titleText: Rule = {
  string: (title, ...rest) =>
    title === pictureName ? `Expected another title than "${pictureName}".` : checkText(title, ...rest),
};
/** Of a column: tooltips name its values by it. */
export const title: Rule = either(titleText, list(titleText, 5), nothing);

/** A value of the data, in a comparison. */
export const scalar: Rule = {
  string: (value) => (value.length <= 1_000 ? undefined : 'Expected at most 1000 characters.'),
  number: { min: -1e15, max: 1e15 },
  boolean: true,
  null: true,
};

/** A value of the data that a channel, an axis or a legend is about. */
export const shownScalar: Rule = {
  ...scalar,
  string: (value, path, found) => {
    if (isCode(value) && found.codeLike === undefined) found.codeLike = path;
    return scalar.string?.(value, path, found);
  },
};

/**
 * Whether a text would act as code in an expression: Vega-Lite copies values unchanged where it expects parts of a date.
 * Without brackets and quotes, nothing can be called.
 */
export function isCode(text: string): boolean {
  return /[()[\]{}"'`\\]/.test(text);
}

/** `January`, `jan`, `Monday`, `mon`. */
const calendarName: Rule = {
  string: (name) => (/^[a-z]{3,9}$/i.test(name) ? undefined : 'Expected an English name.'),
};

export const dateTimeProperties: Properties = {
  year: integer(-9_999, 9_999),
  quarter: integer(1, 4),
  month: either(integer(1, 12), calendarName),
  date: integer(1, 31),
  day: either(integer(0, 7), calendarName),
  hours: integer(0, 24),
  minutes: integer(0, 60),
  seconds: integer(0, 60),
  milliseconds: integer(0, 1_000),
  utc: flag,
};
export const dateTime: Rule = { object: dateTimeProperties };

const fieldName = /^[^.[\]"'`\\\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u;

/** What is wrong with the name of a field; names of `Object.prototype` would replace what every row has. */
export const checkFieldName: Check<string> = (name) => {
  if (!fieldName.test(name)) return 'Expected the name of a column, without quotes, dots, brackets and "\\".';
  return name in Object.prototype ? 'Expected another name: this one is reserved.' : undefined;
};

/** A field that is read. */
export const field: Rule = {
  string: (name, path, found) => {
    const problem = checkFieldName(name, path, found);
    if (problem === undefined && !found.fields.has(name)) found.fields.set(name, path);
    return problem;
  },
};

/** A field that is drawn, and named in tooltips. */
export const shownField: Rule = {
  string: (name, ...rest) =>
    name === pictureName
      ? `Tooltips show what is called "${pictureName}" as a picture. Give the column another name in the SQL.`
      : field.string?.(name, ...rest),
};

/** A field that a transform creates. */
export const madeField: Rule = {
  string: (name, path, found) => {
    const problem = checkFieldName(name, path, found);
    if (problem === undefined) found.made.set(name, Math.max(1, ...found.made.values()));
    return problem;
  },
};

const colourText = /^(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/+-]{1,60}\))$/i;

/** Not everything that browsers accept as a color: `url(…)` would load something. */
const plainColour: Rule = {
  string: (colour) =>
    colourText.test(colour)
      ? undefined
      : 'Expected a colour such as "#4c78a8", "steelblue" or "rgb(76, 120, 168)".',
};

const gradient: Rule = {
  object: {
    gradient: word('linear radial'),
    ...each('x1 y1 x2 y2 r1 r2', fraction),
    stops: list({ object: { offset: fraction, color: plainColour } }, 20),
  },
};

export const colour: Rule = either(plainColour, nothing);
export const paint: Rule = either(colour, gradient);

/** If all of a format matches this, it is d3-format's for numbers; otherwise Vega reads it as a date format. */
const numberFormat = /^(?:.?[<>=^])?[+\-( ]?[$#]?0?(\d+)?,?(?:\.(\d+))?~?[a-z%]?$/i;

/** A number or date format. Vega-Lite puts it between quotes; a wide one would fill the memory. */
export const format: Rule = {
  string: (text) => {
    if (text.length > 60 || /["'`\\\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) {
      return 'Expected a format such as ",.2f" or "%b %Y", without quotes and "\\".';
    }
    const [, width = '', precision = ''] = numberFormat.exec(text) ?? [];
    return Number(width) <= 40 && Number(precision) <= 20
      ? undefined
      : 'Expected a width of at most 40 and a precision of at most 20.';
  },
};

/** Vega looks it up, and draws without one that it does not know. */
export const scheme: Rule = {
  string: (name) => (/^[a-z\d-]{3,30}$/i.test(name) ? undefined : 'Expected the name of a colour scheme.'),
};

export const formatType: Rule = word('number time utc');
export const cap: Rule = word('butt round square');
export const dash: Rule = list(integer(0, 100), 10);
export const fontStyle: Rule = word('normal italic oblique');
export const fontWeight: Rule = either(word('normal bold lighter bolder'), integer(100, 900));
export const align: Rule = word('left center right');
export const baseline: Rule = word('top middle bottom alphabetic line-top line-bottom');
export const anchor: Rule = either(word('start middle end'), nothing);
export const symbol: Rule = word(
  'circle square cross diamond triangle triangle-up triangle-down triangle-right triangle-left stroke arrow wedge',
);
