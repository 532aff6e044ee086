import { expect, test } from 'vitest';
import { chooseType } from './accept.ts';

const json = 'application/json';
const response = 'application/graphql-response+json';
const stream = 'text/event-stream';
const offers = [json, response, stream];

test.each<[header: string | null, chosen: string | undefined]>([
  [null, json],
  ['*/*', json],
  ['application/*', json],
  ['text/*', stream],
  ['TEXT/Event-Stream', stream],
  [`${response}, ${json}`, response],
  [`${json}, ${response}`, json],
  [`${json};q=0.5, ${response};q=0.9`, response],
  [`${json}; q=0.5 , */*;q=0.1`, json],
  [`${stream}, ${json};q=0.9`, stream],
  [`*/*;q=0.1, ${stream}`, stream],
  [`${json};q=0, */*`, response],
  ['text/html,application/xhtml+xml,*/*;q=0.8', json],
  [`${json}; charset=utf-8`, json],
  [`${stream};q=0`, undefined],
  ['text/html', undefined],
  ['multipart/mixed', undefined],
  ['application/jsonx', undefined],
  ['', json],
  [',;,', undefined],
  [`${json};q=x`, undefined],
])('Accept: %s chooses %s', (header, chosen) => {
  expect(chooseType(header, offers)).toBe(chosen);
});

const multipart = 'multipart/mixed;subscriptionSpec=1.0';

test.each<[header: string | null, chosen: string | undefined]>([
  ['multipart/mixed;subscriptionSpec=1.0', multipart],
  ['multipart/mixed; boundary="graphql"; subscriptionSpec="1.0"', multipart],
  [`multipart/mixed;boundary=graphql;subscriptionSpec=1.0,${response},${json};q=0.9`, multipart],
  [`${stream}, multipart/mixed;subscriptionSpec=1.0`, stream],
  [`${stream};q=0.9, multipart/mixed;subscriptionSpec=1.0`, multipart],
  ['*/*, multipart/mixed;subscriptionSpec=1.0;q=0.5', stream],
  ['multipart/mixed;subscriptionSpec=1.0;q=0', undefined],
  ['multipart/mixed;subscriptionSpec=2.0', undefined],
  ['multipart/mixed;deferSpec=20220824', undefined],
  ['multipart/mixed', undefined],
  ['multipart/*', undefined],
  ['*/*', stream],
  [null, stream],
])('Accept: %s chooses %s of what may need a parameter', (header, chosen) => {
  expect(chooseType(header, [stream, multipart])).toBe(chosen);
});
