/** Three small companies from different fields, so that nothing in the planner can know one of them. */
export interface World {
  readonly name: string;
  /** Model files by name, in the workspace's YAML. */
  readonly model: Readonly<Record<string, string>>;
  /** Tables by name: a header and rows. */
  readonly tables: Readonly<Record<string, readonly (readonly (string | number | boolean | null)[])[]>>;
}

/** A small seeded generator (mulberry32), so that figures stay the same from run to run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function picker(random: () => number) {
  return {
    of: <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0],
    int: (low: number, high: number): number => low + Math.floor(random() * (high - low + 1)),
    money: (low: number, high: number): number => Math.round((low + random() * (high - low)) * 100) / 100,
    chance: (p: number): boolean => random() < p,
  };
}

function day(start: string, offset: number): string {
  return new Date(Date.parse(`${start}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
}

function hospital(): World {
  const pick = picker(seeded(11));
  const doctors = ['Adams', 'Baker', 'Chen', 'Diaz', 'Evans', 'Fischer'].map((name, index) => [
    index + 1,
    `Dr. ${name}`,
    (['Cardiology', 'Surgery', 'Pediatrics'] as const)[index % 3] ?? 'Surgery',
  ]);
  const admissions = Array.from({ length: 900 }, (_, index) => {
    const stay = pick.int(1, 21);
    return [
      index + 1,
      pick.int(1, 400),
      pick.int(1, 6),
      pick.of(['North', 'South', 'Intensive care', 'Maternity']),
      pick.chance(0.1) ? null : pick.of(['public', 'private', 'self-pay']),
      pick.of(['mild', 'moderate', 'severe']),
      day('2023-01-01', pick.int(0, 730)),
      stay,
      pick.money(300, 9_000),
      pick.chance(0.3),
      pick.chance(0.12),
    ];
  });
  return {
    name: 'hospital',
    model: { 'hospital.yml': hospitalModel },
    tables: {
      doctors: [['id', 'name', 'specialty'], ...doctors],
      admissions: [
        [
          'id',
          'patient_id',
          'doctor_id',
          'ward',
          'insurance',
          'severity',
          'admitted_on',
          'stay_days',
          'cost',
          'emergency',
          'readmitted',
        ],
        ...admissions,
      ],
    },
  };
}

const hospitalModel = `
cubes:
  - name: doctors
    sql_table: doctors
    public: false
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: doctor_name, title: Doctor name, sql: "{CUBE}.name", type: string }
      - { name: specialty, title: Specialty, sql: "{CUBE}.specialty", type: string, meta: { synonyms: [field of medicine, discipline] } }
  - name: admissions
    sql_table: admissions
    title: Admissions
    description: One row per stay of a patient
    public: false
    joins:
      - { name: doctors, relationship: many_to_one, sql: "{CUBE}.doctor_id = {doctors}.id" }
    dimensions:
      - { name: admission_id, title: Admission ID, sql: "{CUBE}.id", type: number, primary_key: true, format: id }
      - { name: ward, title: Ward, sql: "{CUBE}.ward", type: string, meta: { synonyms: [unit, station] } }
      - { name: insurance_type, title: Insurance type, sql: "{CUBE}.insurance", type: string, meta: { synonyms: [payer] } }
      - { name: severity, title: Severity, sql: "{CUBE}.severity", type: string }
      - { name: admitted_on, title: Admission date, sql: "CAST({CUBE}.admitted_on AS TIMESTAMP)", type: time }
      - { name: stay_days, title: Length of stay, description: in days, sql: "{CUBE}.stay_days", type: number }
      - { name: is_emergency, title: Emergency, sql: "{CUBE}.emergency", type: boolean }
    measures:
      - { name: admission_count, title: Number of admissions, type: count }
      - { name: patients, title: Patients, type: count_distinct, sql: "{CUBE}.patient_id" }
      - { name: avg_stay, title: Average length of stay, type: avg, sql: "{CUBE}.stay_days" }
      - { name: longest_stay, title: Longest stay, type: max, sql: "{CUBE}.stay_days" }
      - { name: total_cost, title: Treatment cost, type: sum, sql: "{CUBE}.cost", format: currency, meta: { currency: USD, synonyms: [costs, spending] } }
      - { name: avg_cost, title: Average cost per admission, type: avg, sql: "{CUBE}.cost", format: currency, meta: { currency: USD } }
      - { name: readmissions, title: Readmissions, type: count, filters: [{ sql: "{CUBE}.readmitted" }] }
      - { name: readmission_rate, title: Readmission rate, type: number, sql: "1.0 * {readmissions} / NULLIF({admission_count}, 0)", format: percent }
views:
  - name: admissions_view
    title: Admissions
    cubes:
      - { join_path: admissions, includes: "*" }
      - { join_path: admissions.doctors, includes: [doctor_name, specialty] }
`;

function logistics(): World {
  const pick = picker(seeded(23));
  const shipments = Array.from({ length: 1_200 }, (_, index) => {
    const shipped = pick.int(0, 1_000);
    return [
      `SHP-${String(index + 1).padStart(5, '0')}`,
      pick.of(['Rotterdam', 'Hamburg', 'Antwerp', 'Gdansk']),
      pick.of(['Madrid', 'Milan', 'Vienna', 'Hamburg', 'Oslo']),
      pick.of(['Blue Freight', 'Nordline', 'Swift & Sons']),
      pick.of(['air', 'road', 'sea', 'rail']),
      pick.of(['delivered', 'in transit', 'lost', 'returned']),
      pick.money(5, 900),
      pick.money(40, 2_500),
      day('2023-02-01', shipped),
      pick.chance(0.15) ? null : day('2023-02-01', shipped + pick.int(1, 14)),
      pick.chance(0.25),
    ];
  });
  return {
    name: 'logistics',
    model: { 'shipments.yml': logisticsModel },
    tables: {
      shipments: [
        [
          'tracking',
          'origin',
          'destination',
          'carrier',
          'mode',
          'status',
          'weight',
          'freight',
          'shipped',
          'delivered',
          'late',
        ],
        ...shipments,
      ],
    },
  };
}

const logisticsModel = `
cubes:
  - name: shipments
    sql_table: shipments
    title: Shipments
    meta: { synonyms: [deliveries, consignments] }
    dimensions:
      - { name: tracking_number, title: Tracking number, sql: "{CUBE}.tracking", type: string, primary_key: true }
      - { name: origin_city, title: Origin city, sql: "{CUBE}.origin", type: string, meta: { synonyms: [origin, shipped from] } }
      - { name: destination_city, title: Destination city, sql: "{CUBE}.destination", type: string, meta: { synonyms: [destination, shipped to] } }
      - { name: carrier, title: Carrier, sql: "{CUBE}.carrier", type: string, meta: { synonyms: [haulier] } }
      - { name: transport_mode, title: Transport mode, sql: "{CUBE}.mode", type: string }
      - { name: shipment_status, title: Shipment status, sql: "{CUBE}.status", type: string }
      - { name: weight_kg, title: Weight (kg), sql: "{CUBE}.weight", type: number }
      - { name: shipped_at, title: Shipped at, sql: "CAST({CUBE}.shipped AS TIMESTAMP)", type: time }
      - { name: delivered_at, title: Delivered at, sql: "CAST({CUBE}.delivered AS TIMESTAMP)", type: time }
      - { name: delayed, title: Delayed, sql: "{CUBE}.late", type: boolean, meta: { synonyms: [late] } }
    measures:
      - { name: count, title: Count, type: count }
      - { name: total_weight, title: Total weight (kg), type: sum, sql: "{CUBE}.weight" }
      - { name: freight_cost, title: Freight cost, type: sum, sql: "{CUBE}.freight", format: currency, meta: { currency: EUR, synonyms: [shipping cost, transport cost] } }
      - { name: avg_freight, title: Average freight cost, type: avg, sql: "{CUBE}.freight", format: currency, meta: { currency: EUR } }
      - { name: heaviest, title: Maximum weight, type: max, sql: "{CUBE}.weight" }
      - { name: lightest, title: Minimum weight, type: min, sql: "{CUBE}.weight" }
      - { name: delayed_count, title: Delayed shipments, type: count, filters: [{ sql: "{CUBE}.late" }] }
      - { name: delay_rate, title: Delay rate, type: number, sql: "1.0 * {delayed_count} / NULLIF({count}, 0)", format: percent }
    segments:
      - { name: heavy, title: Heavy shipments, sql: "{CUBE}.weight > 500" }
`;

function saas(): World {
  const pick = picker(seeded(37));
  const accounts = Array.from({ length: 300 }, (_, index) => [
    index + 1,
    `Company ${index + 1}`,
    pick.of(['Free', 'Starter', 'Business', 'Enterprise']),
    pick.of(['Finance', 'Education', 'Retail', 'Health']),
    pick.of(['Canada', 'Brazil', 'Japan']),
    pick.int(1, 250),
    day('2022-06-01', pick.int(0, 900)),
    pick.chance(0.2),
  ]);
  const tickets = Array.from({ length: 1_500 }, (_, index) => [
    index + 1,
    pick.int(1, 300),
    pick.of(['low', 'normal', 'high', 'urgent']),
    pick.of(['open', 'pending', 'solved', 'closed']),
    pick.of(['email', 'chat', 'phone']),
    day('2023-01-01', pick.int(0, 720)),
    pick.int(1, 96),
    pick.chance(0.3) ? null : pick.int(1, 5),
  ]);
  return {
    name: 'saas',
    model: { 'saas.yml': saasModel },
    tables: {
      accounts: [
        ['id', 'company', 'plan', 'industry', 'country', 'seats', 'created', 'churned'],
        ...accounts,
      ],
      tickets: [
        ['id', 'account_id', 'priority', 'status', 'channel', 'opened', 'hours', 'satisfaction'],
        ...tickets,
      ],
    },
  };
}

const saasModel = `
cubes:
  - name: accounts
    sql_table: accounts
    title: Accounts
    meta: { synonyms: [workspaces, tenants] }
    dimensions:
      - { name: account_id, title: Account ID, sql: "{CUBE}.id", type: number, primary_key: true, format: id }
      - { name: company_name, title: Company name, sql: "{CUBE}.company", type: string }
      - { name: plan, title: Plan, sql: "{CUBE}.plan", type: string }
      - { name: industry, title: Industry, sql: "{CUBE}.industry", type: string, meta: { synonyms: [sector, vertical] } }
      - { name: country, title: Country, sql: "{CUBE}.country", type: string }
      - { name: seats, title: Seats, sql: "{CUBE}.seats", type: number }
      - { name: created_at, title: Created at, sql: "CAST({CUBE}.created AS TIMESTAMP)", type: time }
      - { name: is_churned, title: Churned, sql: "{CUBE}.churned", type: boolean }
    measures:
      - { name: account_count, title: Number of accounts, type: count }
      - { name: total_seats, title: Total seats, type: sum, sql: "{CUBE}.seats", meta: { synonyms: [licences] } }
      - { name: avg_seats, title: Average seats per account, type: avg, sql: "{CUBE}.seats" }
      - { name: churned_accounts, title: Churned accounts, type: count, filters: [{ sql: "{CUBE}.churned" }] }
      - { name: churn_rate, title: Churn rate, type: number, sql: "100.0 * {churned_accounts} / NULLIF({account_count}, 0)", format: percent }
  - name: tickets
    sql_table: tickets
    title: Support tickets
    public: false
    joins:
      - { name: accounts, relationship: many_to_one, sql: "{CUBE}.account_id = {accounts}.id" }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: priority, title: Priority, sql: "{CUBE}.priority", type: string, meta: { synonyms: [urgency] } }
      - { name: status, title: Ticket status, sql: "{CUBE}.status", type: string, meta: { synonyms: [state] } }
      - { name: channel, title: Channel, sql: "{CUBE}.channel", type: string }
      - { name: opened_at, title: Opened at, sql: "CAST({CUBE}.opened AS TIMESTAMP)", type: time }
    measures:
      - { name: ticket_count, title: Tickets, type: count, meta: { synonyms: [cases, support requests] } }
      - { name: avg_resolution_hours, title: Average resolution time (hours), type: avg, sql: "{CUBE}.hours" }
      - { name: satisfaction, title: Satisfaction score, type: avg, sql: "{CUBE}.satisfaction", meta: { synonyms: [csat, rating] } }
views:
  - name: support
    title: Support
    cubes:
      - { join_path: tickets, includes: "*" }
      - { join_path: tickets.accounts, includes: [company_name, plan, industry, country] }
`;

export const worlds: Readonly<Record<'hospital' | 'logistics' | 'saas', World>> = {
  hospital: hospital(),
  logistics: logistics(),
  saas: saas(),
};
