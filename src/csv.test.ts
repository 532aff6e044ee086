import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvWriter } from './csv.ts';

const columns = [
  { name: 'text', columnType: 'String' },
  { name: 'n', columnType: 'Decimal' },
  { name: 'x', columnType: 'Json' },
  { name: 'none', columnType: 'Boolean' },
] as const;

describe('csvWriter', () => {
  it('quotes what would be read as something else, and changes nothing', () => {
    const { header, record } = csvWriter(columns);
    expect(header).toBe('text,n,x,none\r\n');
    expect(record(['plain', 1.5, true, null])).toBe('plain,1.5,true,\r\n');
    expect(record(['a, "b"\nc', '', { d: 1 }, undefined])).toBe('"a, ""b""\nc","","{""d"":1}",\r\n');
    expect(record(['=1+1', '-5', '@x', '+y'])).toBe('=1+1,-5,@x,+y\r\n');
    expect(csvWriter([{ name: 'a', columnType: 'String' }]).record([null])).toBe('""\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', `"'\r'=1"`],
    ['＝1', "'＝1"],
    ["=cmd|'/c calc'!A1", "'=cmd|'/c calc'!A1"],
    ['="a"', `"'=""a"""`],
    ['a;=1', "a;'=1"],
    ['a\n-1', `"a\n'-1"`],
    ['a;"=1', `"a;""'=1"`],
    ['a = b - c', 'a = b - c'],
    ['a@b.test', 'a@b.test'],
    ['2024-01-31', '2024-01-31'],
    ['', '""'],
  ])('defuses %j on request', (value, written) => {
    const { record } = csvWriter([{ name: 'a', columnType: 'String' }], { safe: true });
    expect(record([value])).toBe(`${written}\r\n`);
  });

  it('defuses names of columns, and leaves numbers of number columns numbers', () => {
    const { header, record } = csvWriter(
      (['String', 'Int64', 'Double', 'Decimal', 'Json'] as const).map((columnType) => ({
        name: `=${columnType}`,
        columnType,
      })),
      { safe: true },
    );
    expect(header).toBe("'=String,'=Int64,'=Double,'=Decimal,'=Json\r\n");
    expect(record(['-1', -1, -1.5, '-1.50', -1])).toBe("'-1,-1,-1.5,-1.50,-1\r\n");
  });

  it('csvWriter leaves no cell that begins a formula, by whatever fields are divided', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '＝', '\t', '\r', '\n', ';', ',', '"', 'a', '1', ' '),
    });
    fc.assert(
      fc.property(nasty, nasty, (name, value) => {
        const { header, record } = csvWriter([{ name, columnType: 'String' }], { safe: true });
        // As read where ";", tabs and line ends divide: quotes that do not begin a field mean nothing there.
        const cells = `${header}${record([value])}`.split(/[;\t\r\n]/).map((cell) => cell.replace(/^"+/, ''));
        expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      }),
    );
  });

  it('csvWriter says the same with and without, apart from the marks', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 4, maxLength: 4 }), (row) => {
        const safe = csvWriter(columns, { safe: true }).record(row);
        expect(safe.replaceAll("'", '').replaceAll('"', '')).toBe(
          csvWriter(columns).record(row).replaceAll("'", '').replaceAll('"', ''),
        );
      }),
    );
  });
});
