import type { Region } from './places.ts';

/** What a kind of product is like: prices are whole euros before the .99, rates are fractions of one. */
export interface Subcategory {
  readonly name: string;
  readonly nouns: readonly string[];
  readonly price: readonly [lowest: number, highest: number];
  readonly weightKg: readonly [lightest: number, heaviest: number];
}

export interface Category {
  readonly name: CategoryName;
  readonly brands: readonly string[];
  /** Purchase cost as a share of the list price. */
  readonly costShare: number;
  /** Share of sold units that come back, before the channel is considered. */
  readonly returnRate: number;
  readonly returnReasons: Readonly<Record<ReturnReason, number>>;
  /** How much each region buys of it, relative to the other categories. */
  readonly share: Readonly<Record<Region, number>>;
  /** Demand by month, January first. */
  readonly season: readonly number[];
  readonly subcategories: readonly Subcategory[];
}

export type CategoryName =
  | 'Clothing'
  | 'Shoes'
  | 'Electronics'
  | 'Home & Living'
  | 'Sports & Outdoors'
  | 'Toys & Games'
  | 'Beauty';

export type ReturnReason = 'wrong size' | 'changed mind' | 'damaged' | 'defective' | 'not as described';

const sizes = { 'wrong size': 56, 'changed mind': 22, damaged: 5, defective: 4, 'not as described': 13 };
const goods = { 'wrong size': 3, 'changed mind': 38, damaged: 25, defective: 14, 'not as described': 20 };
const devices = { 'wrong size': 0, 'changed mind': 26, damaged: 14, defective: 46, 'not as described': 14 };

export const categories: readonly Category[] = [
  {
    name: 'Clothing',
    brands: ['Halden', 'Norrvik', 'Maison Lune', 'Field & Thread'],
    costShare: 0.43,
    returnRate: 0.17,
    returnReasons: sizes,
    share: { EU: 25, UK: 22, US: 17 },
    season: [0.95, 0.9, 1.08, 1.1, 1.05, 0.95, 0.9, 0.92, 1.15, 1.12, 1.0, 0.9],
    subcategories: [
      {
        name: 'Jackets',
        nouns: ['Rain Jacket', 'Wool Coat', 'Parka', 'Denim Jacket'],
        price: [69, 229],
        weightKg: [0.6, 1.6],
      },
      {
        name: 'Shirts',
        nouns: ['Oxford Shirt', 'Linen Shirt', 'T-Shirt', 'Polo Shirt'],
        price: [19, 79],
        weightKg: [0.15, 0.35],
      },
      { name: 'Trousers', nouns: ['Chinos', 'Jeans', 'Joggers'], price: [39, 119], weightKg: [0.35, 0.7] },
      {
        name: 'Knitwear',
        nouns: ['Cardigan', 'Crew Neck', 'Roll Neck'],
        price: [49, 139],
        weightKg: [0.3, 0.6],
      },
    ],
  },
  {
    name: 'Shoes',
    brands: ['Stride', 'Corso', 'Norrvik', 'Pacewell'],
    costShare: 0.46,
    returnRate: 0.21,
    returnReasons: sizes,
    share: { EU: 13, UK: 13, US: 12 },
    season: [0.95, 0.9, 1.12, 1.12, 1.02, 0.95, 0.9, 0.98, 1.15, 1.1, 0.95, 0.86],
    subcategories: [
      {
        name: 'Sneakers',
        nouns: ['Runner', 'Court Sneaker', 'Canvas Sneaker'],
        price: [59, 149],
        weightKg: [0.6, 0.9],
      },
      {
        name: 'Boots',
        nouns: ['Chelsea Boot', 'Hiking Boot', 'Winter Boot'],
        price: [89, 219],
        weightKg: [0.9, 1.7],
      },
      { name: 'Sandals', nouns: ['Sandal', 'Espadrille'], price: [29, 79], weightKg: [0.3, 0.6] },
    ],
  },
  {
    name: 'Electronics',
    brands: ['Voltera', 'Kitewise', 'Orbit Audio', 'Lumen Labs'],
    costShare: 0.71,
    returnRate: 0.085,
    returnReasons: devices,
    share: { EU: 14, UK: 16, US: 25 },
    season: [0.92, 0.88, 0.9, 0.9, 0.92, 0.94, 0.98, 0.98, 1.0, 1.02, 1.3, 1.26],
    subcategories: [
      {
        name: 'Audio',
        nouns: ['Headphones', 'Earbuds', 'Bluetooth Speaker', 'Soundbar'],
        price: [39, 299],
        weightKg: [0.05, 2.5],
      },
      { name: 'Wearables', nouns: ['Smartwatch', 'Fitness Band'], price: [59, 279], weightKg: [0.03, 0.1] },
      {
        name: 'Smart Home',
        nouns: ['Smart Plug', 'Video Doorbell', 'Thermostat'],
        price: [19, 189],
        weightKg: [0.1, 0.8],
      },
      {
        name: 'Accessories',
        nouns: ['USB-C Hub', 'Power Bank', 'Wireless Charger'],
        price: [19, 89],
        weightKg: [0.08, 0.5],
      },
    ],
  },
  {
    name: 'Home & Living',
    brands: ['Hygge House', 'Tessera', 'Brightwell', 'Casa Ombra'],
    costShare: 0.49,
    returnRate: 0.06,
    returnReasons: goods,
    share: { EU: 19, UK: 18, US: 16 },
    season: [1.05, 0.98, 1.02, 1.04, 1.0, 0.92, 0.9, 0.92, 1.02, 1.05, 1.05, 1.05],
    subcategories: [
      {
        name: 'Kitchen',
        nouns: ['Frying Pan', 'Knife Set', 'French Press', 'Casserole'],
        price: [24, 159],
        weightKg: [0.4, 4.5],
      },
      {
        name: 'Lighting',
        nouns: ['Table Lamp', 'Floor Lamp', 'Pendant Light'],
        price: [29, 189],
        weightKg: [0.8, 6],
      },
      {
        name: 'Textiles',
        nouns: ['Throw Blanket', 'Duvet Cover', 'Cushion', 'Bath Towel'],
        price: [14, 119],
        weightKg: [0.3, 2],
      },
      {
        name: 'Decor',
        nouns: ['Vase', 'Picture Frame', 'Scented Candle'],
        price: [9, 69],
        weightKg: [0.2, 2.2],
      },
    ],
  },
  {
    name: 'Sports & Outdoors',
    brands: ['Pacewell', 'Summit Row', 'Kettle & Bell', 'Halden'],
    costShare: 0.52,
    returnRate: 0.075,
    returnReasons: { ...goods, 'wrong size': 28 },
    share: { EU: 12, UK: 12, US: 13 },
    season: [1.2, 0.98, 1.08, 1.16, 1.2, 1.14, 1.02, 0.96, 0.92, 0.86, 0.86, 0.92],
    subcategories: [
      {
        name: 'Fitness',
        nouns: ['Yoga Mat', 'Kettlebell', 'Resistance Bands'],
        price: [14, 99],
        weightKg: [0.4, 12],
      },
      {
        name: 'Camping',
        nouns: ['Tent', 'Sleeping Bag', 'Camping Stove', 'Headlamp'],
        price: [24, 279],
        weightKg: [0.1, 5],
      },
      {
        name: 'Cycling',
        nouns: ['Bike Helmet', 'Pannier Bag', 'Bike Light'],
        price: [19, 129],
        weightKg: [0.1, 1.4],
      },
    ],
  },
  {
    name: 'Toys & Games',
    brands: ['Little Fox', 'Gamewright & Sons', 'Tinkerbox'],
    costShare: 0.5,
    returnRate: 0.05,
    returnReasons: goods,
    share: { EU: 8, UK: 9, US: 10 },
    season: [0.7, 0.68, 0.78, 0.84, 0.8, 0.82, 0.82, 0.84, 0.86, 1.0, 1.7, 2.3],
    subcategories: [
      {
        name: 'Board Games',
        nouns: ['Strategy Game', 'Party Game', 'Puzzle'],
        price: [14, 59],
        weightKg: [0.5, 2],
      },
      {
        name: 'Building Sets',
        nouns: ['Building Set', 'Marble Run', 'Train Set'],
        price: [24, 139],
        weightKg: [0.6, 3],
      },
      { name: 'Plush', nouns: ['Plush Bear', 'Plush Fox'], price: [12, 39], weightKg: [0.2, 0.6] },
    ],
  },
  {
    name: 'Beauty',
    brands: ['Aurelle', 'Botanica', 'Maison Lune'],
    costShare: 0.36,
    returnRate: 0.028,
    returnReasons: { ...goods, 'wrong size': 0 },
    share: { EU: 9, UK: 10, US: 7 },
    season: [0.92, 1.08, 0.98, 0.98, 1.1, 0.98, 0.95, 0.94, 0.94, 0.96, 1.12, 1.25],
    subcategories: [
      {
        name: 'Skincare',
        nouns: ['Face Cream', 'Serum', 'Sunscreen', 'Cleanser'],
        price: [9, 69],
        weightKg: [0.05, 0.3],
      },
      { name: 'Fragrance', nouns: ['Eau de Parfum', 'Body Mist'], price: [24, 119], weightKg: [0.1, 0.4] },
      {
        name: 'Haircare',
        nouns: ['Shampoo', 'Conditioner', 'Hair Oil'],
        price: [7, 34],
        weightKg: [0.15, 0.5],
      },
    ],
  },
];

export const productLines = [
  'Classic',
  'Essential',
  'Nova',
  'Terra',
  'Pro',
  'Studio',
  'Alba',
  'Polar',
  'Vega',
  'Lite',
];
