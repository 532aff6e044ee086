import { type Domain, flag, key, link, number, text } from '../../domain.ts';
import { packageJson } from '../../write-tables.ts';

const folder = 'minecraft-data/minecraft-data/data/pc/1.9';

type Part = number | null | { readonly id: number; readonly metadata?: number };
interface Recipe {
  readonly ingredients?: readonly Part[];
  readonly inShape?: readonly (readonly Part[])[];
  readonly result: { readonly id: number; readonly count: number };
}

export const crafting: Domain = {
  name: 'crafting',
  title: 'Items and recipes of Minecraft',
  persona:
    'Keeps the wiki of a Minecraft server for beginners. Wants tables of what can be crafted from what, which blocks are hard or give light, and which creatures are dangerous.',
  now: '2024-01-08T09:00:00Z',
  packages: ['minecraft-data'],
  viewStyles: ['documented'],
  load: async () => {
    const recipes = Object.values(
      await packageJson<Record<string, readonly Recipe[]>>(`${folder}/recipes.json`),
    ).flat();
    return {
      items: await packageJson<object[]>(`${folder}/items.json`),
      blocks: (await packageJson<object[]>(`${folder}/blocks.json`)).map((block) => ({
        material: null,
        ...block,
      })),
      creatures: await packageJson<object[]>(`${folder}/entities.json`),
      recipes: recipes.map(({ result, inShape }, index) => ({
        recipe: index + 1,
        item: result.id,
        yield: result.count,
        shaped: inShape !== undefined,
      })),
      ingredients: recipes.flatMap(({ ingredients = [], inShape = [] }, index) =>
        [...ingredients, ...inShape.flat()].flatMap((part) => {
          const item = typeof part === 'object' ? part?.id : part;
          return item === undefined || item < 0 ? [] : [{ recipe: index + 1, item }];
        }),
      ),
    };
  },
  tables: {
    items: {
      title: 'Items',
      one: 'item',
      many: 'items',
      description: 'Everything that fits into an inventory: blocks, tools, food and materials',
      synonyms: ['objects'],
      says: ['things'],
      sql: `SELECT id AS item_id, displayName AS item_name, 'block' AS item_kind, stackSize AS stack_size, hardness, material,
            emitLight AS light, transparent, diggable FROM source_blocks WHERE id > 0
          UNION ALL BY NAME SELECT id AS item_id, displayName AS item_name, 'item' AS item_kind, stackSize AS stack_size FROM source_items
          ORDER BY item_id`,
      columns: {
        item_id: key('Item number'),
        item_name: text('Item', {
          label: true,
          description: 'Name in the game',
          patterns: ['of {}', 'for {}'],
        }),
        item_kind: text('Item kind', {
          description: 'block where it can be placed in the world, else item',
          says: ['sort of item'],
        }),
        stack_size: number('Stack size', {
          measures: ['avg', 'max'],
          description: 'How many fit into one slot of the inventory',
          says: ['pile size'],
        }),
        hardness: number('Hardness', {
          measures: ['avg', 'max'],
          description: 'How long the block takes to break; empty for things that are no blocks',
          says: ['toughness'],
        }),
        material: text('Material', {
          description: 'What the block is made of, which decides the tool: rock, wood, dirt and others',
          synonyms: ['substance'],
          patterns: ['made of {}', 'of {}'],
        }),
        light: number('Light', {
          plural: 'light levels',
          measures: ['avg', 'max'],
          description: 'Light that the block gives off, from 0 to 15',
          synonyms: ['light level', 'brightness'],
        }),
        transparent: flag(
          'Transparent',
          ['that are transparent', 'one can see through'],
          ['that are not transparent'],
          {
            description: 'Whether light goes through',
            synonyms: ['see-through'],
          },
        ),
        diggable: flag('Diggable', ['that can be dug', 'that are diggable'], ['that cannot be dug'], {
          description: 'Whether players can break it',
          synonyms: ['breakable'],
        }),
      },
      metrics: {
        light_sources: {
          title: 'Light sources',
          description: 'Number of blocks that give off light',
          says: ['lamps'],
          where: '{}.light > 0',
        },
      },
    },
    recipes: {
      title: 'Recipes',
      one: 'recipe',
      many: 'recipes',
      description: 'How items are crafted',
      synonyms: ['crafting recipes'],
      says: ['blueprints'],
      sql: `SELECT r.recipe AS recipe_id, r.item AS item_id, r.yield AS yield, r.shaped AS shaped,
          (SELECT count(*) FROM source_ingredients i WHERE i.recipe = r.recipe) AS pieces
        FROM source_recipes r
        WHERE r.item IN (SELECT id FROM source_items UNION ALL SELECT id FROM source_blocks) ORDER BY 1`,
      columns: {
        recipe_id: key('Recipe number'),
        item_id: link('items'),
        yield: number('Yield', {
          measures: ['avg', 'max', 'sum'],
          description: 'How many items come out',
          synonyms: ['output'],
        }),
        shaped: flag(
          'Shaped',
          ['with a fixed shape', 'that are shaped'],
          ['without a shape', 'that are shapeless'],
          {
            description: 'Whether the pieces have to lie in a pattern',
          },
        ),
        pieces: number('Pieces', {
          measures: ['avg', 'max', 'sum'],
          description: 'How many pieces go in',
          synonyms: ['ingredients needed'],
        }),
      },
    },
    creatures: {
      title: 'Creatures',
      one: 'creature',
      many: 'creatures',
      description: 'Animals, monsters and whatever else moves',
      synonyms: ['mobs', 'entities'],
      says: ['beings'],
      sql: `SELECT row_number() OVER (ORDER BY id, name) AS creature_id, displayName AS creature_name, category AS creature_category,
          width, height FROM source_creatures WHERE category IS NOT NULL ORDER BY 1`,
      columns: {
        creature_id: key('Creature number', { hidden: true }),
        creature_name: text('Creature', { label: true, patterns: ['of {}'] }),
        creature_category: text('Creature category', {
          plural: 'creature categories',
          description: 'Hostile mobs, Passive mobs, Projectiles and others',
          synonyms: ['kind of creature'],
          patterns: ['among the {}'],
        }),
        width: number('Width', {
          measures: ['avg', 'max'],
          description: 'In blocks; empty where it has no body',
        }),
        height: number('Height', {
          measures: ['avg', 'max', 'min'],
          description: 'In blocks; empty where it has no body',
          says: ['tallness'],
        }),
      },
    },
  },
};
