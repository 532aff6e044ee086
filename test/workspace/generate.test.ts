import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { evaluate } from '../../eval/evaluate.ts';
import { checkWorkspace } from '../../src/cli/check.ts';
import { generateWorkspace } from '../../src/cli/generate.ts';
import { loadWorkspace } from '../../src/services/workspace/load-workspace.ts';
import { collect } from '../fixtures/semantic/fixture.ts';
import { createPostgresDatabase, describePostgres } from '../support/database.ts';
import { openDeployments } from '../support/open-deployments.ts';
import { questions, sixtyTables, tables } from './sixty-tables.ts';

const { ALL_QUESTIONS } = process.env;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-generate-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function csvFiles(name: string, texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const from = join(folder, `${name}-files`);
  await mkdir(from);
  for (const [file, text] of Object.entries(texts)) await writeFile(join(from, file), text);
  return Object.keys(texts).map((file) => join(from, file));
}

/** What a generated cube is joined by, after what it says is not joined. */
async function relationsOf(workspace: string, cube: string): Promise<readonly string[]> {
  const text = await readFile(join(workspace, `model/${cube}.yml`), 'utf8');
  const { joins = [] } = parse(text).cubes[0];
  const notes = [...text.matchAll(/# (Not joined: .*)/g)].map(([, note = '']) => note);
  return [...notes, ...joins.map(({ sql }: { sql: string }) => sql)];
}

describePostgres('a database of 60 tables with keys and comments', () => {
  it('generate writes what check accepts, and questions are answered rightly before anyone corrects it', async () => {
    await using database = await createPostgresDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(`CREATE SCHEMA shop; SET search_path = shop; ${sixtyTables()}`);
    await client.end();
    const to = join(folder, 'sixty');
    const said = await generateWorkspace({ from: [database.url], to, schema: 'shop' });
    expect(tables).toHaveLength(60);
    expect(said).toContain('60 cubes and 61 joins');
    expect(said).not.toContain('No key was found');
    const env = { WAREHOUSE_URL: database.url };
    // The country of the customer, or of the supplier.
    const alike =
      /order_items\.joins: reach "countries" through "orders\.customers" and through "products\.suppliers" alike/;
    const checked = await checkWorkspace(to, env);
    expect(checked).toMatchObject({ mistakes: [], warnings: [expect.stringMatching(alike)] });

    const orders = await readFile(join(to, 'model/orders.yml'), 'utf8');
    expect(orders).toContain('# foreign key orders_customer_id_fkey\n      - name: customers\n');
    expect(orders).toContain('# by name: all of 12 values tried are there\n      - name: employees\n');
    expect(orders).toContain('description: One row for each order of a customer');
    const tickets = await readFile(join(to, 'model/tickets.yml'), 'utf8');
    expect(tickets).toContain('# Not joined: closed_by refers to employees (tickets_closed_by_fkey) too');
    const employees = await readFile(join(to, 'model/employees.yml'), 'utf8');
    expect(employees).toContain('# Not joined: manager_id refers to employees');
    const customers = await readFile(join(to, 'model/customers.yml'), 'utf8');
    expect(customers).toContain('# Left out, since they hold no single values: preferences.');
    const workspace = await readFile(join(to, 'inlay.yml'), 'utf8');
    expect(workspace).toContain('url: ${WAREHOUSE_URL}');

    const asked = join(folder, 'questions.jsonl');
    const defaults = { defaults: { now: '2026-01-01T09:00:00Z', user: { groups: ['analysts'] } } };
    // All twenty take a minute: 19 are right, and one asks back between two readings.
    const chosen = questions.filter((_, index) => ALL_QUESTIONS !== undefined || index % 5 === 0);
    const lines = chosen.map(([question, gold], index) => ({
      id: `q${index}`,
      kind: 'asked',
      question,
      gold,
    }));
    await writeFile(asked, [defaults, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const printed: string[] = [];
    const print = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
    const options = { repeat: '1', concurrency: '4', timeout: '120', record: false, compare: false };
    try {
      const limits = { 'min-right': '95', 'max-wrong': '0' };
      const code = await evaluate({ first: to, second: asked, ...options, ...limits }, env);
      expect(code, printed.join('')).toBe(0);
    } finally {
      print.mockRestore();
    }
  });
});

describePostgres('a database whose names suggest what its types deny', () => {
  it('generate says that values cannot be compared, and goes on', async () => {
    await using database = await createPostgresDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(`
      CREATE SCHEMA music; SET search_path = music;
      CREATE TABLE labels (label_id uuid PRIMARY KEY);
      CREATE TABLE deals (deal_id int PRIMARY KEY, label_id text)`);
    await client.end();
    const to = join(folder, 'denied');
    expect(await generateWorkspace({ from: [database.url], to, schema: 'music' })).toContain(
      '2 cubes and 0 joins',
    );
    expect(await relationsOf(to, 'deals')).toEqual([
      'Not joined: label_id is named like labels.label_id, but their values cannot be compared.',
    ]);
  });
});

describePostgres('a database with more than plain tables of numbers and texts', () => {
  /** Generates a model of a database that these statements make, without mistakes. */
  async function generated(name: string, statements: string) {
    const stack = new AsyncDisposableStack();
    const database = stack.use(await createPostgresDatabase({ empty: true }));
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(statements);
    await client.end();
    const to = join(folder, name);
    const said = await generateWorkspace({ from: [database.url], to });
    const env = { WAREHOUSE_URL: database.url };
    expect(await checkWorkspace(to, env)).toMatchObject({ mistakes: [] });
    return {
      said,
      files: (await readdir(join(to, 'model'))).toSorted(),
      cube: async (cube: string) => parse(await readFile(join(to, `model/${cube}.yml`), 'utf8')).cubes[0],
      /** Runs semantic SQL as a member of the group that sees everything. */
      async ask(sql: string) {
        const loaded = await loadWorkspace(to, env);
        if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
        await using deployments = await openDeployments(loaded.workspace);
        const layer = deployments.get('main', 1).layer(undefined);
        const viewer = { groups: ['analysts'], userAttributes: {}, securityContext: {} };
        return (await collect(await layer.query(sql, viewer))).rows;
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  }

  it('generate makes texts of what PostgreSQL knows as no text, so that conditions on texts work', async () => {
    await using made = await generated(
      'kinds',
      `CREATE TYPE mood AS ENUM ('sad', 'ok');
       CREATE TABLE people (id uuid PRIMARY KEY, name text, mood mood, ip inet, net cidr, doc xml, place point,
         wait interval, code varchar(9));
       INSERT INTO people VALUES ('a0000000-0000-0000-0000-000000000001', 'Ada', 'ok', '1.2.3.4', '10.1.0.0/16', '<a/>',
         '(1,2)', '1 hour', 'x'), ('b0000000-0000-0000-0000-000000000002', 'Ben', 'sad', '::1/64', NULL, NULL, NULL, NULL, NULL)`,
    );
    const namesBy = async (condition: string) =>
      (await made.ask(`SELECT name FROM people WHERE ${condition} ORDER BY 1`)).flat();
    expect(await namesBy("mood LIKE '%o%'")).toEqual(['Ada']);
    expect(await namesBy("upper(mood) = 'SAD'")).toEqual(['Ben']);
    expect(await namesBy("mood = 'nope'")).toEqual([]);
    expect(await namesBy("id LIKE 'a%'")).toEqual(['Ada']);
    expect(await namesBy("ip LIKE '1.%'")).toEqual(['Ada']);
    expect(
      await made.ask(
        'SELECT ip, net, doc, place, wait, code FROM people GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1',
      ),
    ).toEqual([
      ['1.2.3.4', '10.1.0.0/16', '<a/>', '(1,2)', 'PT1H', 'x'],
      ['::1/64', null, null, null, null, null],
    ]);
    const { dimensions } = await made.cube('people');
    const sqlOf = (name: string) => dimensions.find((it: { name: string }) => it.name === name).sql;
    expect(['name', 'code', 'mood'].map(sqlOf)).toEqual([
      '{CUBE}.name',
      '{CUBE}.code',
      'CAST({CUBE}.mood AS text)',
    ]);
  });

  it('generate writes a cube for a materialized view, and one for a table that is partitioned', async () => {
    await using made = await generated(
      'shapes',
      `CREATE TABLE sales (sale_id int, day date, amount int, PRIMARY KEY (sale_id, day)) PARTITION BY RANGE (day);
       CREATE TABLE sales_old PARTITION OF sales FOR VALUES FROM ('2000-01-01') TO ('2020-01-01') PARTITION BY LIST (sale_id);
       CREATE TABLE sales_old_rest PARTITION OF sales_old DEFAULT;
       CREATE TABLE sales_new PARTITION OF sales FOR VALUES FROM ('2020-01-01') TO ('2040-01-01');
       CREATE VIEW recent AS SELECT * FROM sales WHERE day > '2020-01-01';
       INSERT INTO sales VALUES (1, '2010-01-01', 10), (2, '2024-01-01', 20);
       CREATE MATERIALIZED VIEW yearly AS SELECT extract(year FROM day)::int AS year, amount FROM sales`,
    );
    expect(made.files).toEqual(['recent.yml', 'sales.yml', 'yearly.yml']);
    expect(made.said).toContain('3 cubes');
    expect(await made.ask('SELECT MEASURE(total_amount) FROM sales')).toEqual([[30]]);
    expect(await made.ask('SELECT MEASURE(total_amount) FROM yearly')).toEqual([[30]]);
  });

  it('generate names tables and columns with quotation marks so that check finds them', async () => {
    await using made = await generated(
      'quotes',
      `CREATE TABLE "quo""te" ("co""l" text); INSERT INTO "quo""te" VALUES ('x')`,
    );
    expect(await made.ask('SELECT co_l FROM quo_te')).toEqual([['x']]);
  });
});

describe('a DuckDB database', () => {
  it('generate reads its keys and comments, and names odd names so that SQL finds them', async () => {
    const file = join(folder, 'made.duckdb');
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    await connection.run(`
      CREATE TABLE artists (id INTEGER PRIMARY KEY, "Full Name" VARCHAR);
      CREATE TABLE "Albums 2" (album_id INTEGER PRIMARY KEY, artist_id INTEGER REFERENCES artists (id), "order" INTEGER);
      COMMENT ON COLUMN artists."Full Name" IS 'As on the cover, with: colons # and hashes';
      INSERT INTO artists VALUES (1, 'Ada'), (2, 'Ben');
      INSERT INTO "Albums 2" VALUES (1, 1, 1), (2, 1, 2)`);
    connection.closeSync();
    instance.closeSync();
    const to = join(folder, 'duckdb');
    expect(await generateWorkspace({ from: [file], to })).toContain('2 cubes and 1 join are');
    expect(await checkWorkspace(to, {})).toMatchObject({ mistakes: [], warnings: [] });
    const albums = await readFile(join(to, 'model/albums_2.yml'), 'utf8');
    expect(albums).toContain('sql: "{CUBE}.artist_id = {artists}.id"');
    const artists = await readFile(join(to, 'model/artists.yml'), 'utf8');
    expect(artists).toContain('description: "As on the cover, with: colons # and hashes"');
  });
});

describe('files', () => {
  it('generate joins by names whose values agree, and only mentions those whose values do not', async () => {
    const csv = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const from = [
      await csv('clubs.csv', 'id,city\n1,Bonn\n2,Graz\n'),
      await csv('visits.csv', 'visit_id,club_id,coach_id,minutes\n1,1,7,30\n2,2,8,45\n'),
      await csv('coaches.csv', 'coach_id,name\n1,Ada\n2,Ben\n'),
      await csv('notes.csv', 'text,club_id\na,1\na,1\n'),
    ];
    const to = join(folder, 'files');
    const said = await generateWorkspace({ from, to });
    expect(said).toContain('4 cubes and 2 joins');
    expect(said).toContain('No key was found for notes');
    expect(await checkWorkspace(to, {})).toMatchObject({ mistakes: [], warnings: [] });
    const visits = await readFile(join(to, 'model/visits.yml'), 'utf8');
    expect(visits).toContain('# by name: all of 2 values tried are there\n      - name: clubs\n');
    expect(visits).toContain(
      '# Not joined: coach_id is named like coaches.coach_id, but 2 of 2 values are not there.',
    );
    expect(visits).toContain('primary_key: true   # by name: no two of 2 rows share a value');
  });

  it('generate joins what ends with the name of a key, each table in one way, and says what else refers to it', async () => {
    const from = await csvFiles('ends', {
      'clubs.csv': 'club_id,city\n1,Bonn\n2,Graz\n3,Linz\n',
      'members.csv':
        'member_no,first_club_id,home_club_id,sister_club_id,mentor_member_no\n7,1,2,9,\n8,1,1,8,7\n',
      'trainers.csv': 'trainer_id,home_club_id,club_id\n1,2,1\n2,3,1\n',
      'support_tickets.csv': 'ticket_id,country_code,parent_ticket_id\n51,AT,52\n52,DE,\n',
      'replies.csv': 'id,ticket_id,sales_ticket_id,ship_to_country_code\n1,51,51,AT\n2,52,52,\n',
      'countries.csv': 'country_code,name\nAT,Austria\nDE,Germany\n',
    });
    const to = join(folder, 'ends');
    await generateWorkspace({ from, to });
    expect(await checkWorkspace(to, {})).toMatchObject({ mistakes: [], warnings: [] });
    expect(await relationsOf(to, 'members')).toEqual([
      'Not joined: home_club_id is named like clubs.club_id, and all of 2 values tried are there: a second way to a table needs a second cube over it.',
      'Not joined: mentor_member_no is named like members.member_no, and all of 1 value tried are there: a table joined to itself needs a second cube over it.',
      'Not joined: sister_club_id is named like clubs.club_id, but 2 of 2 values are not there.',
      '{CUBE}.first_club_id = {clubs}.club_id',
    ]);
    expect(await relationsOf(to, 'trainers')).toEqual([
      expect.stringMatching(/^Not joined: home_club_id is named like clubs\.club_id, and/),
      '{CUBE}.club_id = {clubs}.club_id',
    ]);
    expect(await relationsOf(to, 'replies')).toEqual([
      'Not joined: sales_ticket_id is named like support_tickets.ticket_id, and all of 2 values tried are there, but its first words may mean something else.',
      '{CUBE}.ticket_id = {support_tickets}.ticket_id',
      '{CUBE}.ship_to_country_code = {countries}.country_code',
    ]);
    const replies = await readFile(join(to, 'model/replies.yml'), 'utf8');
    expect(replies).toMatch(/name: ticket_id\n(?: {8}.*\n)* {8}public: false/);
  });

  it('generate joins no column that could be the key of two tables, and lets a few deleted rows be missing', async () => {
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
    const from = await csvFiles('two', {
      'sales_orders.csv': 'order_id,total\n1,5\n2,6\n',
      'purchase_orders.csv': 'order_id,total\n1,5\n2,6\n3,7\n',
      'shipments.csv': 'shipment_id,order_id\n1,1\n2,2\n',
      'receipts.csv': 'receipt_id,order_id\n1,1\n2,3\n',
      'drivers.csv': `driver_id\n${numbers(0, 199).join('\n')}\n`,
      'tours.csv': `tour_id,driver_id\n${numbers(0, 200)
        .map((it) => `${it},${it}`)
        .join('\n')}\n`,
    });
    const to = join(folder, 'two');
    await generateWorkspace({ from, to });
    expect(await relationsOf(to, 'shipments')).toEqual([
      'Not joined: order_id is named like purchase_orders.order_id and sales_orders.order_id, and all of 2 values tried are in each.',
    ]);
    expect(await relationsOf(to, 'receipts')).toEqual(['{CUBE}.order_id = {purchase_orders}.order_id']);
    expect(await relationsOf(to, 'tours')).toEqual(['{CUBE}.driver_id = {drivers}.driver_id']);
    expect(await readFile(join(to, 'model/tours.yml'), 'utf8')).toContain(
      '# by name: 199 of 200 values tried are there',
    );
  });

  it('generate says the units of columns as people do, and takes no least number for minutes', async () => {
    const from = await csvFiles('units', {
      'visits.csv':
        'visit_id,member_no,duration_min,wait_min,wait_max,price_min,size_sqm,lead_time_days,vacation_days,discount_pct,cost_per_km,net_weight_kg,gross_weight_kg,weight_g,weight_kg,sku\n1,1,2,3,4,5,6,7,8,9,10,11,12,13,14,x\n',
    });
    const to = join(folder, 'units');
    await generateWorkspace({ from, to });
    expect(await checkWorkspace(to, {})).toMatchObject({ mistakes: [], warnings: [] });
    const [cube] = parse(await readFile(join(to, 'model/visits.yml'), 'utf8')).cubes;
    const said = ({ title, description }: { title: string; description?: string }) =>
      [title, description].filter((part) => part !== undefined).join(': ');
    expect(cube.dimensions.slice(1).map(said)).toEqual([
      'Member number',
      'Duration (minutes): In minutes.',
      'Wait min',
      'Wait max',
      'Price min',
      'Size (m²): In square metres.',
      'Lead time (days): In days.',
      'Vacation days: In days.',
      'Discount (%): In percent.',
      'Cost per km',
      'Net weight (kg): In kilograms.',
      'Gross weight (kg): In kilograms.',
      'Weight in grams: In grams.',
      'Weight in kilograms: In kilograms.',
      'SKU',
    ]);
    const sums = cube.measures.flatMap(({ title, type }: { title: string; type: string }) =>
      type === 'sum' ? [title] : [],
    );
    expect(sums).toEqual([
      'Total duration (minutes)',
      'Total size (m²)',
      'Total vacation days',
      'Total net weight (kg)',
      'Total gross weight (kg)',
      'Total weight in grams',
      'Total weight in kilograms',
    ]);
  });

  it('generate proposes revenue where only its parts are known', async () => {
    const from = await csvFiles('lines', {
      'order_lines.csv': 'line_id,quantity,unit_price,discount_pct\n1,2,3,10\n',
      'stock_lines.csv': 'line_id,quantity,unit_price\n1,2,3\n',
    });
    const to = join(folder, 'lines');
    await generateWorkspace({ from, to });
    const path = join(to, 'model/order_lines.yml');
    const model = await readFile(path, 'utf8');
    expect(model).toContain('# If unit_price is the price of one, this is revenue before discount_pct:');
    await writeFile(path, model.replace(/^( {6})# (- name: revenue| {2}(?:title|sql|type): )/gm, '$1$2'));
    expect(parse(await readFile(path, 'utf8')).cubes[0].measures.at(-1)).toMatchObject({
      name: 'revenue',
      sql: '{CUBE}.quantity * {CUBE}.unit_price',
    });
    expect(await checkWorkspace(to, {})).toMatchObject({ mistakes: [], warnings: [] });
    expect(await readFile(join(to, 'model/stock_lines.yml'), 'utf8')).not.toContain('revenue');
  });

  it('generate adds up no years, whatever divides the words of a name', async () => {
    const boats = join(folder, 'boats.csv');
    await writeFile(boats, 'boat id,built year,builtYear,crew size\n1,1999,1999,4\n2,2004,2004,6\n');
    const to = join(folder, 'boats');
    await generateWorkspace({ from: [boats], to });
    const model = await readFile(join(to, 'model/boats.yml'), 'utf8');
    expect(model).toContain('title: Total crew size');
    expect(model).not.toMatch(/title: (Total|Average) built/i);
  });

  it('generate adds up no grades and no stars', async () => {
    const reviews = join(folder, 'reviews.csv');
    await writeFile(reviews, 'review_id,stars,grade,likes\n1,5,2,3\n2,4,1,0\n');
    const to = join(folder, 'reviews');
    await generateWorkspace({ from: [reviews], to });
    const model = await readFile(join(to, 'model/reviews.yml'), 'utf8');
    expect([...model.matchAll(/title: ((?:Total|Average) .*)/g)].map(([, title]) => title)).toEqual([
      'Average stars',
      'Average grade',
      'Total likes',
      'Average likes',
    ]);
  });

  it('generate calls a sum of totals as they are, and knows it as revenue where things are sold', async () => {
    const orders = join(folder, 'orders.csv');
    await writeFile(orders, 'order_id,total,quantity\n1,10.5,1\n2,20,2\n');
    const to = join(folder, 'orders');
    await generateWorkspace({ from: [orders], to });
    const model = await readFile(join(to, 'model/orders.yml'), 'utf8');
    expect(model).toMatch(
      /name: sum_total\n\s+title: Total\n.*\n\s+type: sum\n\s+meta: \{ synonyms: \[revenue/,
    );
    expect(model.match(/revenue/g)).toHaveLength(1);
    expect(await checkWorkspace(to, {})).toMatchObject({ mistakes: [], warnings: [] });
  });

  it('generate reads money and abbreviations from the names of columns', async () => {
    const orders = join(folder, 'crm_orders.csv');
    await writeFile(
      orders,
      'order_id,Amount (USD),annualSalaryEUR,fee,fee_gbp,tax_usd,tax_eur,shows_top,usd,mrr,weight_kg,work_hrs,note_usd\n1,10.5,50000,1,2,3,4,5,6,7,8,9,x\n',
    );
    const to = join(folder, 'money');
    await generateWorkspace({ from: [orders], to });
    expect(await checkWorkspace(to, {})).toMatchObject({ mistakes: [], warnings: [] });
    const model = await readFile(join(to, 'model/crm_orders.yml'), 'utf8');
    const [cube] = parse(model).cubes;
    expect(cube).toMatchObject({ title: 'CRM orders' });
    const shown = [...cube.dimensions, ...cube.measures].map(({ title, format, currency }) =>
      [title, format, currency].filter((part) => part !== undefined).join(' '),
    );
    expect(shown).toEqual([
      'Order id id',
      'Amount currency USD',
      'Annual salary currency EUR',
      'Fee',
      // Without the code they would be called as others are.
      'Fee GBP currency GBP',
      'Tax USD currency USD',
      'Tax EUR currency EUR',
      'Shows top',
      'Usd',
      'MRR',
      'Weight (kg)',
      'Work hours',
      'Note usd',
      'CRM orders',
      'Total amount currency USD',
      'Average amount currency USD',
      'Total annual salary currency EUR',
      'Average annual salary currency EUR',
      'Total fee',
      'Average fee',
      'Total fee GBP currency GBP',
      'Average fee GBP currency GBP',
      'Total tax USD currency USD',
      'Average tax USD currency USD',
      'Total tax EUR currency EUR',
      'Average tax EUR currency EUR',
      'Total shows top',
      'Average shows top',
      'Total usd',
      'Average usd',
      'Total MRR',
      'Average MRR',
      'Total weight (kg)',
      'Average weight (kg)',
      'Total work hours',
      'Average work hours',
    ]);
    expect(model).toContain('description: Number of CRM orders\n');
    expect(model).toMatch(/name: total_amount_usd\n(?: {8}.*\n)* {8}meta: \{ synonyms: \[revenue/);
  });

  it('generate knows a key that is named after the last word of its table, unless rows share it', async () => {
    const [tickets, shipped] = [join(folder, 'support_tickets.csv'), join(folder, 'shipped_orders.csv')];
    await writeFile(tickets, 'ticket_id,subject\n1,Late\n2,Lost\n');
    await writeFile(shipped, 'order_id,parcel\n1,a\n1,b\n');
    const to = join(folder, 'tickets');
    expect(await generateWorkspace({ from: [tickets, shipped], to })).toContain(
      'No key was found for shipped_orders:',
    );
    const model = await readFile(join(to, 'model/support_tickets.yml'), 'utf8');
    expect(model).toContain('primary_key: true   # by name: no two of 2 rows share a value');
  });

  it('generate takes a first column that is named like any key and that no two rows share for the key, and joins by it', async () => {
    const from = await csvFiles('first', {
      'appointments.csv': 'appt_id,clinic\n1,Bonn\n2,Graz\n',
      'bills.csv': 'bill_no,appt_id\n11,2\n12,1\n13,1\n',
      'beds.csv': 'ward_id,bed\n1,a\n1,b\n',
      'gaps.csv': 'gap_id,bed\n1,a\n,b\n',
      'late.csv': 'bed,late_code_id\na,1\nb,2\n',
    });
    const to = join(folder, 'first');
    expect(await generateWorkspace({ from, to })).toContain('No key was found for beds, gaps, late:');
    expect(await relationsOf(to, 'bills')).toEqual(['{CUBE}.appt_id = {appointments}.appt_id']);
  });

  it('generate names the one table whose keys a column holds that is called by a role, and joins by it only what a person says', async () => {
    const from = await csvFiles('roles', {
      'staff.csv': 'staff_id,name,supervisor_id\n101,Ada,\n102,Ben,101\n',
      'rooms.csv': 'room_id,floor_no\n1,101\n2,102\n',
      'halls.csv': 'hall_id,warden_id\n1,7\n2,9\n',
      'bookings.csv': 'booking_id,agent_id,place_id,made_by,table_no\n21,101,1,101,101\n22,102,2,102,102\n',
    });
    const to = join(folder, 'roles');
    await generateWorkspace({ from, to });
    const note = (column: string, tried: string) =>
      `Not joined: ${column} is named like no table, but all of ${tried} tried are in staff.staff_id: if it means them, ` +
      'join a second cube over that table by it (extends: staff), named after their role.';
    expect(await relationsOf(to, 'bookings')).toEqual([note('agent_id', '2 values')]);
    expect(await relationsOf(to, 'staff')).toEqual([note('supervisor_id', '1 value')]);
    expect([...(await relationsOf(to, 'rooms')), ...(await relationsOf(to, 'halls'))]).toEqual([]);
  });

  it('generate calls one of several totals revenue, the one without taxes', async () => {
    const from = await csvFiles('nets', {
      'invoices.csv': 'invoice_id,total_amount,net_amount,amount\n1,12,10,11\n',
      'sales.csv': 'sale_id,amount_usd,amount_eur\n1,12,10\n',
    });
    const to = join(folder, 'nets');
    await generateWorkspace({ from, to });
    const revenue = /name: (\w+)\n(?: {8}.*\n)* {8}meta: \{ synonyms: \[revenue/g;
    const named = async (cube: string) =>
      [...(await readFile(join(to, `model/${cube}.yml`), 'utf8')).matchAll(revenue)].map(([, name]) => name);
    expect([await named('invoices'), await named('sales')]).toEqual([
      ['total_net_amount'],
      ['total_amount_usd'],
    ]);
  });

  it('generate counts rows of a table whose name is no plural, and writes abbreviations in capitals', async () => {
    const from = await csvFiles('usage', {
      'usage_monthly.csv': 'account_no,month,api_calls,csat_score\n1,2026-01-01,5,3\n1,2026-02-01,6,4\n',
    });
    const to = join(folder, 'usage');
    await generateWorkspace({ from, to });
    const [{ measures }] = parse(await readFile(join(to, 'model/usage_monthly.yml'), 'utf8')).cubes;
    expect(measures[0]).toMatchObject({
      title: 'Usage monthly rows',
      description: 'Number of usage monthly rows',
    });
    expect(measures.slice(1).map(({ title }: { title: string }) => title)).toEqual([
      'Total API calls',
      'Average API calls',
      'Average CSAT score',
    ]);
  });

  it('generate adds up no scores, and measures no numbers of who did something', async () => {
    const from = await csvFiles('faults', {
      'faults.csv': 'fault_id,reported_by,satisfaction,hours_lost\n1,17,4,2\n2,18,5,3\n',
    });
    const to = join(folder, 'faults');
    await generateWorkspace({ from, to });
    const [{ measures }] = parse(await readFile(join(to, 'model/faults.yml'), 'utf8')).cubes;
    expect(measures.slice(1).map(({ title }: { title: string }) => title)).toEqual([
      'Average satisfaction',
      'Total hours lost',
      'Average hours lost',
    ]);
  });

  it('generate leaves nothing behind when it fails, so that the same command can be tried again', async () => {
    const [to, later] = [join(folder, 'again'), join(folder, 'later.csv')];
    await expect(generateWorkspace({ from: [later], to })).rejects.toThrow('neither a file');
    await writeFile(later, 'id,name\n1,a\n');
    expect(await generateWorkspace({ from: [later], to })).toContain('1 cube');
  });

  it.each([
    ['what is not there', ['nowhere.csv'], /nowhere\.csv is neither a file nor a URL of a database/],
    ['a database that does not respond', ['postgres://127.0.0.1:1/none'], /data source/],
  ])('generate explains %s', async (_, from, message) => {
    await expect(generateWorkspace({ from, to: join(folder, `to-${from[0]?.length}`) })).rejects.toThrow(
      message,
    );
  });
});
