import { expect, test } from 'vitest';
import { readForm } from './form-values.ts';

test('reads texts, and lists whose texts have commas in them', () => {
  const data = new FormData();
  data.set('name', '  analysts ');
  data.set('empty', ' ');
  data.set('cities', 'Paris, France\nUlm');
  data.set('none', '');
  const values = readForm(data);
  expect(values.text('name')).toBe('analysts');
  expect(values.textOrNull('empty')).toBeNull();
  expect(values.textOrNull('missing')).toBeNull();
  expect(values.list('cities')).toEqual(['Paris, France', 'Ulm']);
  expect(values.list('none')).toEqual([]);
});
