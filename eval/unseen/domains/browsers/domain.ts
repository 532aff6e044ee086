import { type Domain, key, link, number, text, time } from '../../domain.ts';
import { packageModule } from '../../write-tables.ts';

interface Agent {
  readonly browser: string;
  readonly prefix: string;
  readonly usage_global: Readonly<Record<string, number>>;
  readonly release_date: Readonly<Record<string, number | null>>;
  readonly versions: readonly (string | null)[];
}

interface Feature {
  readonly title: string;
  readonly status: string;
  readonly stats: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Unpacker {
  readonly agents: Readonly<Record<string, Agent>>;
  readonly features: Readonly<Record<string, unknown>>;
  readonly feature: (packed: unknown) => Feature;
}

const engines: Readonly<Record<string, string>> = {
  webkit: 'WebKit or Blink',
  moz: 'Gecko',
  ms: 'Trident',
  o: 'Presto',
};
const statuses: Readonly<Record<string, string>> = {
  rec: 'recommendation',
  pr: 'proposed recommendation',
  cr: 'candidate',
  wd: 'working draft',
  ls: 'living standard',
  other: 'other',
  unoff: 'unofficial',
};
const levels: Readonly<Record<string, string>> = {
  y: 'full',
  a: 'partial',
  n: 'none',
  u: 'unknown',
  p: 'none',
  d: 'none',
};
const mobile = new Set([
  'ios_saf',
  'op_mini',
  'android',
  'bb',
  'op_mob',
  'and_chr',
  'and_ff',
  'ie_mob',
  'and_uc',
  'samsung',
  'and_qq',
  'kaios',
]);

export const browsers: Domain = {
  name: 'browsers',
  title: 'Web browsers and what they support',
  persona:
    'Leads the web team of a public broadcaster and decides which browsers the site has to work in. Looks at releases, at how much each version is used, and at which features of the web are supported where. Usage is in percent of all pages viewed.',
  now: '2026-02-02T09:00:00Z',
  packages: ['caniuse-lite'],
  viewStyles: ['titled', 'documented'],
  load: async () => {
    const { agents, features, feature } = packageModule<Unpacker>('caniuse-lite/dist/unpacker');
    const all = Object.entries(agents);
    return {
      browsers: all.map(([id, { browser, prefix }]) => ({
        id,
        browser,
        engine: engines[prefix],
        device: mobile.has(id) ? 'mobile' : 'desktop',
      })),
      versions: all.flatMap(([id, { versions, usage_global, release_date }]) =>
        versions.flatMap((version) =>
          version === null
            ? []
            : [{ id, version, usage: usage_global[version] ?? 0, released: release_date[version] ?? null }],
        ),
      ),
      features: Object.entries(features).map(([id, packed]) => {
        const { title, status } = feature(packed);
        return { id, title, status: statuses[status] ?? status };
      }),
      support: Object.entries(features).flatMap(([id, packed]) =>
        Object.entries(feature(packed).stats).flatMap(([browser, stats]) => {
          const order = (agents[browser]?.versions ?? []).filter((version) => version !== null);
          const current =
            order.findLast((version) => agents[browser]?.release_date[version] != null) ?? order.at(-1) ?? '';
          const since = order.find((version) => stats[version]?.startsWith('y') === true) ?? null;
          return [
            { feature: id, browser, level: levels[stats[current]?.charAt(0) ?? 'u'] ?? 'unknown', since },
          ];
        }),
      ),
    };
  },
  tables: {
    browsers: {
      title: 'Browsers',
      one: 'browser',
      many: 'browsers',
      description: 'Web browsers for desktop computers and mobile devices',
      synonyms: ['web browsers'],
      sql: 'SELECT id AS browser_id, browser AS browser_name, engine, device FROM source_browsers ORDER BY 1',
      columns: {
        browser_id: key('Browser key', { type: 'string', hidden: true }),
        browser_name: text('Browser', { label: true, patterns: ['of {}', 'in {}', 'for {}'] }),
        engine: text('Engine', {
          description: 'What draws the pages: WebKit or Blink, Gecko, Trident or Presto',
          synonyms: ['rendering engine'],
          patterns: ['built on {}'],
        }),
        device: text('Device', {
          description: 'desktop or mobile',
          synonyms: ['device type'],
          says: ['kind of device'],
          patterns: ['for {}', 'on {}'],
        }),
      },
    },
    versions: {
      title: 'Versions',
      one: 'version',
      many: 'versions',
      description:
        'Versions of the browsers, with their release and their share of the pages viewed in the world',
      synonyms: ['releases'],
      says: ['browser versions'],
      sql: `SELECT row_number() OVER (ORDER BY id, released NULLS LAST, version) AS version_id, id AS browser_id, version AS version_name,
          to_timestamp(released)::TIMESTAMP::DATE AS released_on, usage AS usage_share
        FROM source_versions WHERE released IS NOT NULL AND to_timestamp(released)::TIMESTAMP < DATE '2026-02-01' ORDER BY 1`,
      columns: {
        version_id: key('Version number', { hidden: true }),
        browser_id: link('browsers', { type: 'string' }),
        version_name: text('Version', { description: 'As the maker numbers it' }),
        released_on: time('Release date', {
          primary: true,
          description: 'Day on which the version came out',
          synonyms: ['launch date'],
          says: ['publication date'],
        }),
        usage_share: number('Usage share', {
          measures: ['sum', 'avg', 'max'],
          description: 'Pages viewed with this version, in percent of all pages viewed in the world',
          context: 'Sum it to get the market share of a browser or an engine.',
          synonyms: ['usage', 'market share'],
          says: ['popularity'],
        }),
      },
      metrics: {
        widely_used_versions: {
          title: 'Widely used versions',
          description: 'Number of versions with a usage share above 0.1 percent',
          where: '{}.usage_share > 0.1',
        },
      },
    },
    features: {
      title: 'Features',
      one: 'feature',
      many: 'features',
      description: 'Features of the web, from style sheets to interfaces for scripts',
      synonyms: ['web features'],
      says: ['capabilities', 'technologies'],
      sql: 'SELECT id AS feature_id, title AS feature_name, status FROM source_features ORDER BY 1',
      columns: {
        feature_id: key('Feature key', { type: 'string' }),
        feature_name: text('Feature', { label: true, patterns: ['of {}', 'for {}'] }),
        status: text('Standard status', {
          plural: 'standard statuses',
          description:
            'How far its specification has come: living standard, recommendation, candidate, working draft, unofficial or other',
          synonyms: ['maturity'],
          says: ['state of the specification'],
        }),
      },
    },
    support: {
      title: 'Support',
      one: 'support entry',
      many: 'support entries',
      description: 'Which feature works in which browser: one row for each pair',
      synonyms: ['compatibility entries'],
      sql: `SELECT row_number() OVER (ORDER BY feature, browser) AS support_id, feature AS feature_id, browser AS browser_id,
          level AS support_level, since AS first_version
        FROM source_support ORDER BY 1`,
      columns: {
        support_id: key('Support entry', { hidden: true }),
        feature_id: link('features', { type: 'string' }),
        browser_id: link('browsers', { type: 'string' }),
        support_level: text('Support level', {
          description: 'In the current version of the browser: full, partial, none or unknown',
          synonyms: ['compatibility'],
          says: ['degree of support'],
          patterns: ['with {} support'],
        }),
        first_version: text('Supported since', {
          plural: 'first supporting versions',
          description: 'First version with full support; empty where there is none',
        }),
      },
      metrics: {
        supported_features: {
          title: 'Fully supported pairs',
          description: 'Number of pairs of feature and browser with full support',
          where: "{}.support_level = 'full'",
        },
        support_rate: {
          title: 'Support rate',
          description: 'Fully supported pairs as a share of all pairs',
          synonyms: ['coverage'],
          percent: true,
          over: ['supported_features', 'support_count'],
        },
      },
    },
  },
};
