import { expect, test } from 'vitest';
import { writeCsv } from './csv.ts';

test('quotes what would be read as something else', () => {
  const rows = [
    ['plain', 1.5, true, null],
    ['a, "b"\nc', '', { d: 1 }, undefined],
  ];
  expect(writeCsv(['text', 'n', 'x', 'none'], rows)).toBe(
    'text,n,x,none\r\nplain,1.5,true,\r\n"a, ""b""\nc","","{""d"":1}",\r\n',
  );
});
