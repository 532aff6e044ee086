import pg from 'pg';
import { expect, test } from 'vitest';
import { isLostConnection } from './lost-connection.ts';

const ofServer = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });
const ofSystem = (code: string) => Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code });

test.each<[name: string, error: unknown]>([
  ['an administrator', ofServer('57P01')],
  ['a crash', ofServer('57P02')],
  ['a start', ofServer('57P03')],
  ['a connection exception', ofServer('08006')],
  ['too many connections', ofServer('53300')],
  ['a refusal', ofSystem('ECONNREFUSED')],
  ['a reset', ofSystem('ECONNRESET')],
  ['a broken pipe', ofSystem('EPIPE')],
  ['a name that nobody knows', ofSystem('ENOTFOUND')],
  ['several addresses', new AggregateError([ofSystem('ECONNREFUSED'), ofSystem('ECONNREFUSED')])],
  ['an end', new Error('Connection terminated unexpectedly')],
  ['an end of its own', new Error('Connection terminated')],
  ['an end while connecting', new Error('Connection terminated due to connection timeout')],
  ['a client after that', new Error('Client has encountered a connection error and is not queryable')],
  ['a client that was closed', new Error('Client was closed and is not queryable')],
])('%s is a lost connection', (_, error) => {
  expect(isLostConnection(error)).toBe(true);
});

test.each<[name: string, error: unknown]>([
  ['a syntax error', ofServer('42601')],
  ['a row that is there', ofServer('23505')],
  ['a statement that took too long', ofServer('57014')],
  ['a deadlock', ofServer('40P01')],
  ['a wrong password', ofServer('28P01')],
  ['a fault', new TypeError('x is not a function')],
  ['nothing', undefined],
  ['a text', 'ECONNREFUSED'],
])('%s is none', (_, error) => {
  expect(isLostConnection(error)).toBe(false);
});
