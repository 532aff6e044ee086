/** A company's database of 60 tables, as one grows over the years: keys, comments, some keys forgotten, some names odd. */
interface Table {
  readonly name: string;
  readonly comment?: string;
  /** Definitions, and the expression that fills the column in row `n`. */
  readonly columns: readonly (readonly [definition: string, value: string, comment?: string])[];
  readonly rows: number;
}

const pick = (...words: readonly string[]) =>
  `(ARRAY[${words.map((word) => `'${word}'`).join(', ')}])[1 + n % ${words.length}]`;

const core: readonly Table[] = [
  {
    name: 'countries',
    rows: 4,
    columns: [
      ['country_id int PRIMARY KEY', 'n'],
      ['country_name text NOT NULL', pick('Austria', 'Belgium', 'Croatia', 'Denmark')],
      ['region text', pick('South', 'West')],
    ],
  },
  {
    name: 'customers',
    comment: 'Companies that buy from us',
    rows: 40,
    columns: [
      ['customer_id int PRIMARY KEY', 'n'],
      ['company_name text', "'Company ' || n"],
      ['country_id int REFERENCES countries', '1 + n % 4'],
      ['segment text', pick('retail', 'wholesale', 'public'), 'Kind of business'],
      ['credit_limit numeric(12,2)', '1000 * (n % 7)'],
      ['created_at timestamptz', "timestamptz '2023-01-01' + n * interval '9 days'"],
      ['preferences jsonb', "'{}'::jsonb"],
    ],
  },
  {
    name: 'employees',
    rows: 12,
    columns: [
      ['employee_id int PRIMARY KEY', 'n'],
      ['full_name text', "'Employee ' || n"],
      ['job_title text', pick('clerk', 'manager', 'driver')],
      ['salary numeric(10,2)', '3000 + 100 * n', 'Monthly, before tax'],
      ['hired_on date', "date '2020-01-01' + 30 * n"],
      ['manager_id int REFERENCES employees', 'CASE WHEN n > 1 THEN 1 END'],
    ],
  },
  {
    name: 'suppliers',
    rows: 5,
    columns: [
      ['supplier_id int PRIMARY KEY', 'n'],
      ['supplier_name text', "'Supplier ' || n"],
      ['country_id int REFERENCES countries', '1 + n % 4'],
    ],
  },
  {
    name: 'product_categories',
    rows: 3,
    columns: [
      ['category_id int PRIMARY KEY', 'n'],
      ['category_name text', pick('Tools', 'Paint', 'Garden')],
    ],
  },
  {
    name: 'products',
    comment: 'What we sell',
    rows: 20,
    columns: [
      ['product_id int PRIMARY KEY', 'n'],
      ['product_name text', "'Product ' || n"],
      ['category_id int REFERENCES product_categories', '1 + n % 3'],
      ['supplier_id int REFERENCES suppliers', '1 + n % 5'],
      ['list_price numeric(10,2)', '5 + n'],
      ['discontinued boolean', 'n % 10 = 0'],
    ],
  },
  {
    name: 'warehouses',
    rows: 3,
    columns: [
      ['warehouse_id int PRIMARY KEY', 'n'],
      ['city text', pick('Graz', 'Ghent', 'Split')],
    ],
  },
  {
    name: 'orders',
    comment: 'One row for each order of a customer',
    rows: 300,
    columns: [
      ['order_id int PRIMARY KEY', 'n'],
      ['customer_id int NOT NULL REFERENCES customers', '1 + n * 7 % 40'],
      // The key was forgotten.
      ['employee_id int', '1 + n % 12'],
      ['ordered_at timestamptz', "timestamptz '2024-01-01 10:00+00' + n * interval '2 days'"],
      ['status text', pick('shipped', 'open', 'shipped', 'cancelled'), 'open, shipped or cancelled'],
      ['freight numeric(8,2)', '10 + n % 5', 'Cost of transport'],
    ],
  },
  {
    name: 'order_items',
    rows: 900,
    columns: [
      ['order_id int NOT NULL REFERENCES orders', '1 + n % 300'],
      ['line_no int', '1 + n / 300'],
      ['product_id int NOT NULL REFERENCES products', '1 + n * 3 % 20'],
      ['quantity int', '1 + n % 4'],
      ['amount numeric(10,2)', '(1 + n % 4) * (6 + n * 3 % 20)', 'Quantity times price, after discount'],
    ],
  },
  {
    name: 'payments',
    rows: 250,
    columns: [
      ['payment_id int PRIMARY KEY', 'n'],
      ['order_id int REFERENCES orders', 'n'],
      ['paid_on date', "date '2024-01-05' + 2 * n"],
      ['method text', pick('card', 'transfer')],
      ['paid_amount numeric(10,2)', '20 + n % 30'],
    ],
  },
  {
    name: 'shipments',
    rows: 150,
    columns: [
      ['shipment_id int PRIMARY KEY', 'n'],
      ['order_id int REFERENCES orders', '2 * n'],
      ['warehouse_id int REFERENCES warehouses', '1 + n % 3'],
      ['weight_kg numeric(8,2)', '1 + n % 9'],
      ['shipped_on date', "date '2024-02-01' + n"],
    ],
  },
  {
    name: 'tickets',
    comment: 'Questions and complaints of customers',
    rows: 120,
    columns: [
      ['ticket_id int PRIMARY KEY', 'n'],
      ['customer_id int REFERENCES customers', '1 + n % 40'],
      ['opened_by int REFERENCES employees', '1 + n % 12'],
      ['closed_by int REFERENCES employees', '1 + n % 6'],
      ['priority text', pick('low', 'high', 'normal')],
      ['hours_open numeric(8,2)', 'n % 50'],
      ['opened_on date', "date '2024-03-01' + n"],
    ],
  },
];

/** What else has gathered: small tables, each of which refers to one of the above. */
const others =
  `absences:employees adjustments:products addresses:customers agreements:suppliers audits:warehouses
  badges:employees barcodes:products benefits:employees brochures:products bookings:warehouses campaigns:countries
  carriers:countries certificates:suppliers complaints:orders contacts:customers contracts:customers couriers:warehouses
  deliveries:warehouses devices:employees discounts:products documents:customers evaluations:suppliers events:countries
  expenses:employees fees:orders forecasts:products holidays:countries inspections:warehouses insurances:employees
  invoices:orders leads:countries licenses:suppliers machines:warehouses meetings:employees notes:orders offers:customers
  pallets:warehouses permits:countries promotions:products quotas:employees recalls:products refunds:orders
  reservations:orders returns:orders samples:products shelves:warehouses surveys:customers trainings:employees`
    .split(/\s+/)
    .map((pair): Table => {
      const [name = '', target = ''] = pair.split(':');
      const one = target.replace(/s$/, '').replace('countrie', 'country');
      return {
        name,
        rows: 12,
        columns: [
          [`id int PRIMARY KEY`, 'n'],
          [`${one}_id int REFERENCES ${target}`, '1 + n % 3'],
          ['label text', "'Label ' || n"],
          ['created_on date', "date '2025-01-01' + n"],
        ],
      };
    });

export const tables: readonly Table[] = [...core, ...others];

/** The statements that make and fill the database. */
export function sixtyTables(): string {
  return tables
    .map(({ name, comment, columns, rows }) => {
      const definitions = columns.map(([definition]) => definition).join(', ');
      const key = name === 'order_items' ? ', PRIMARY KEY (order_id, line_no)' : '';
      const values = columns.map(([, value]) => value).join(', ');
      const comments = [
        ...(comment === undefined ? [] : [`COMMENT ON TABLE ${name} IS '${comment}';`]),
        ...columns.flatMap(([definition, , said]) =>
          said === undefined ? [] : [`COMMENT ON COLUMN ${name}.${definition.split(' ')[0]} IS '${said}';`],
        ),
      ];
      const from = name === 'order_items' ? '0' : '1';
      const to = name === 'order_items' ? rows - 1 : rows;
      return `CREATE TABLE ${name} (${definitions}${key});
        INSERT INTO ${name} SELECT ${values} FROM generate_series(${from}, ${to}) n;
        ${comments.join('\n')}`;
    })
    .join('\n');
}

/** What people ask of it, with the answer in SQL. */
export const questions: readonly (readonly [question: string, gold: string])[] = [
  ['How many customers are there?', 'SELECT count(*) FROM customers'],
  ['How many orders by status?', 'SELECT status, count(*) FROM orders GROUP BY 1'],
  ['Number of orders in 2024', "SELECT count(*) FROM orders WHERE ordered_at < '2025-01-01'"],
  [
    'Orders by month in 2024',
    "SELECT date_trunc('month', ordered_at), count(*) FROM orders WHERE ordered_at < '2025-01-01' GROUP BY 1",
  ],
  ['Total freight by status', 'SELECT status, sum(freight) FROM orders GROUP BY 1'],
  ['Average salary of employees', 'SELECT avg(salary) FROM employees'],
  ['Average salary by job title', 'SELECT job_title, avg(salary) FROM employees GROUP BY 1'],
  [
    'How many products by category name?',
    'SELECT category_name, count(*) FROM products JOIN product_categories USING (category_id) GROUP BY 1',
  ],
  ['Number of suppliers', 'SELECT count(*) FROM suppliers'],
  ['Customers by segment', 'SELECT segment, count(*) FROM customers GROUP BY 1'],
  [
    'Customers by country name',
    'SELECT country_name, count(*) FROM customers JOIN countries USING (country_id) GROUP BY 1',
  ],
  ['Total paid amount by method', 'SELECT method, sum(paid_amount) FROM payments GROUP BY 1'],
  ['How many payments by card?', "SELECT count(*) FROM payments WHERE method = 'card'"],
  [
    'Total weight kg of shipments by city',
    'SELECT city, sum(weight_kg) FROM shipments JOIN warehouses USING (warehouse_id) GROUP BY 1',
  ],
  ['Number of tickets by priority', 'SELECT priority, count(*) FROM tickets GROUP BY 1'],
  ['Average hours open of tickets by priority', 'SELECT priority, avg(hours_open) FROM tickets GROUP BY 1'],
  [
    'Total amount of order items by product name',
    'SELECT product_name, sum(amount) FROM order_items JOIN products USING (product_id) GROUP BY 1',
  ],
  [
    'Total quantity by category name',
    'SELECT category_name, sum(quantity) FROM order_items JOIN products USING (product_id) JOIN product_categories USING (category_id) GROUP BY 1',
  ],
  ['How many cancelled orders?', "SELECT count(*) FROM orders WHERE status = 'cancelled'"],
  [
    'Top 5 customers by number of orders',
    'SELECT company_name, count(*) FROM orders JOIN customers USING (customer_id) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5',
  ],
];
