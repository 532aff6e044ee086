import { type Domain, flag, key, link, number, text } from '../../domain.ts';
import { packageModule } from '../../write-tables.ts';

interface Element {
  readonly number: number;
  readonly symbol: string;
  readonly name: string;
  readonly mass: number | null;
  readonly isotopes: readonly {
    readonly nominal: number;
    readonly mass: number;
    readonly abundance?: number;
  }[];
}

export const elements: Domain = {
  name: 'elements',
  title: 'Chemical elements',
  persona:
    'Teaches chemistry at a school and writes a quiz about the periodic table: heavy and light elements, how many isotopes they have, which of these are found in nature.',
  now: '2024-09-02T09:00:00Z',
  packages: ['chemical-elements'],
  viewStyles: ['terse', 'titled'],
  load: async () => {
    const { elementsAndIsotopes } = packageModule<{ elementsAndIsotopes: readonly Element[] }>(
      'chemical-elements/lib/src/elementsAndIsotopes.js',
    );
    return {
      elements: elementsAndIsotopes.map(({ isotopes, ...element }) => element),
      isotopes: elementsAndIsotopes.flatMap(({ number: atomic, isotopes }) =>
        isotopes.map((isotope) => ({ atomic, abundance: null, ...isotope })),
      ),
    };
  },
  tables: {
    elements: {
      title: 'Elements',
      one: 'element',
      many: 'elements',
      description: 'The elements of the periodic table',
      says: ['chemical elements'],
      sql: `SELECT number AS atomic_number, symbol, name AS element_name, round(mass, 4) AS atomic_mass,
          CASE WHEN number <= 2 THEN 1 WHEN number <= 10 THEN 2 WHEN number <= 18 THEN 3 WHEN number <= 36 THEN 4
            WHEN number <= 54 THEN 5 WHEN number <= 86 THEN 6 ELSE 7 END AS period,
          CASE WHEN number BETWEEN 57 AND 71 THEN 'lanthanides' WHEN number BETWEEN 89 AND 103 THEN 'actinides'
            WHEN number IN (2, 10, 18, 36, 54, 86) THEN 'noble gases' WHEN number IN (9, 17, 35, 53, 85) THEN 'halogens'
            WHEN number IN (3, 11, 19, 37, 55, 87) THEN 'alkali metals'
            WHEN number IN (4, 12, 20, 38, 56, 88) THEN 'alkaline earth metals' END AS family
        FROM source_elements ORDER BY 1`,
      columns: {
        atomic_number: key('Atomic number'),
        symbol: text('Symbol', { description: 'One or two letters, such as He' }),
        element_name: text('Element', {
          label: true,
          description: 'English name of the element',
          patterns: ['of {}'],
        }),
        atomic_mass: number('Atomic mass', {
          plural: 'atomic masses',
          measures: ['avg', 'max', 'min'],
          description: 'Mean mass of an atom in unified mass units; empty where no isotope is stable',
          synonyms: ['atomic weight'],
          says: ['weight of an atom'],
        }),
        period: number('Period', {
          description: 'Row of the periodic table, 1 to 7',
          synonyms: ['row'],
          says: ['line of the table'],
        }),
        family: text('Family', {
          plural: 'families',
          description:
            'Halogens, noble gases, alkali metals and others; empty for elements of no such family',
          synonyms: ['element family'],
          says: ['class of elements'],
          patterns: ['among the {}', 'that belong to the {}'],
        }),
      },
    },
    isotopes: {
      title: 'Isotopes',
      one: 'isotope',
      many: 'isotopes',
      description: 'The kinds of atoms of each element, which differ in their neutrons',
      synonyms: ['nuclides'],
      sql: `SELECT atomic * 1000 + nominal AS isotope_id, atomic AS atomic_number,
          (SELECT e.symbol FROM source_elements e WHERE e.number = atomic) || '-' || nominal AS isotope_name,
          nominal AS mass_number, nominal - atomic AS neutrons, mass AS isotope_mass,
          abundance AS abundance, abundance IS NOT NULL AS natural_isotope
        FROM source_isotopes ORDER BY 1`,
      columns: {
        isotope_id: key('Isotope number', { hidden: true }),
        atomic_number: link('elements'),
        isotope_name: text('Isotope', { label: true, description: 'Symbol and mass number, such as C-14' }),
        mass_number: number('Mass number', {
          measures: ['max', 'min', 'avg'],
          description: 'Protons and neutrons together',
          synonyms: ['nucleon number'],
        }),
        neutrons: number('Neutrons', {
          measures: ['avg', 'max'],
          description: 'Neutrons in the nucleus',
          synonyms: ['neutron count'],
        }),
        isotope_mass: number('Isotope mass', {
          measures: ['avg', 'max'],
          description: 'Mass of one atom of this isotope in unified mass units',
        }),
        abundance: number('Abundance', {
          measures: ['avg', 'max'],
          format: 'percent',
          description:
            'Share of the isotope among the atoms of its element in nature; empty where it is not found there',
          synonyms: ['natural abundance'],
          says: ['frequency in nature'],
        }),
        natural_isotope: flag(
          'Natural',
          ['found in nature', 'that occur in nature'],
          ['not found in nature'],
          {
            description: 'Whether the isotope occurs in nature',
            synonyms: ['naturally occurring'],
          },
        ),
      },
      metrics: {
        natural_isotopes: {
          title: 'Natural isotopes',
          description: 'Number of isotopes that occur in nature',
          where: '{}.natural_isotope',
        },
      },
    },
  },
};
