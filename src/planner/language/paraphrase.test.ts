import { describe, expect, it } from 'vitest';
import { askedStraight } from './detours.ts';
import { paraphrased } from './paraphrase.ts';

describe('a question in plainer words', () => {
  it.each([
    ['For which stations is the weight missing?', 'which stations without known weight?'],
    ['people whose education we dont know', 'people without known education'],
    ["How many titles haven't been rated?", 'How many titles without rated?'],
    ['how many companies lost money in 2015?', 'how many companies with profit below 0 in 2015?'],
    ['companies that made a loss of more than 5 billion', 'companies that with profit below minus 5 billion'],
    ['Which city comes third by number of stations?', 'Which city has the third highest number of stations?'],
    ['recipes that need all 9 pieces, count', 'how many recipes that with exactly 9 pieces'],
    ['elements between atomic mass 50 and 60', 'elements with atomic mass between 50 and 60'],
    ['average salary by level, from high to low', 'average salary by level, highest first'],
    ['total weight by kind from light to heavy', 'total weight by kind, lowest first'],
    ['average debt by sector, from most indebted to least', 'average debt by sector, highest first'],
    ['total profit or loss by shop', 'total profit by shop'],
    ['Which shops are we losing money in?', 'Which shops are we with profit below 0 in?'],
    ['How does the average salary vary by region?', 'average salary by region?'],
    ['Leeds looks really weak. Split it by team', 'Leeds. Split it by team'],
    ['only people without a permit', 'only those without a permit'],
    ['which of them at least have parking', 'which of them have parking'],
    ['which teams are losing money there?', 'which teams with profit below 0 there?'],
    ['orders of Kiel and Bonn, side by side', 'orders of Kiel and Bonn'],
    ['what part of the orders was late', 'what share of the orders was late'],
    ['and what share are women', 'and share of women'],
    ['Who is taller, Ada or Bob?', 'is Ada taller than Bob'],
    ['people with or without a loan', 'people by whether loan'],
    ['Parcels per year, all depots together.', 'Parcels per year.'],
    ['parcels by carrier, all depots of a region together, in 2024', 'parcels by carrier, in 2024'],
    ['who is the tallest player going by height', 'who is the tallest player by height'],
    ['which teams got the maximum score of 20?', 'which teams got score of 20?'],
    ['matches without a single goal', 'matches without goal'],
    ['teams that not a single player likes', 'teams that no player likes'],
    ['the northernmost stop of each line', 'the highest latitude stop of each line'],
    ['Which of our shops is furthest to the west?', 'Which of our shops is lowest longitude?'],
    ['How many hours do they need to close a ticket?', 'average hours to close a ticket?'],
    ['how long did we need to close a ticket', 'average time to close a ticket'],
    [
      'how many stops do we have per line and how many of those are covered?',
      'what share of stops per line are covered',
    ],
  ])('says the same: %s', (question, plainer) => {
    expect(paraphrased(question)).toBe(plainer);
  });

  it.each([
    'Which shop looks weak. By team',
    'parcels that look odd. By team',
    'people without a permit',
    'customers who bought all books together',
    'trips going by train',
    'the maximum score of 20 players',
    'games with the highest score of 2020',
    'what was the highest score of 20?',
    'which of them have at least 3 beds',
    'revenue by month',
    'How many orders in 2024?',
    'top 5 customers by revenue',
    'biggest order',
  ])('is none where there is no plainer one: %s', (question) => {
    expect(paraphrased(question)).toBeUndefined();
  });
});

describe('which they are', () => {
  it('is asked last of what is to be listed', () => {
    expect(askedStraight('bills over 20 in May, which are they?')).toBe('list bills over 20 in May');
  });

  it.each(['are there any bills over 20, which are they?', 'and in May, which are they?'])(
    'is asked otherwise of what is asked before: %s',
    (question) => {
      expect(askedStraight(question)).toBe(question);
    },
  );
});

describe('a list of those that have something', () => {
  it('is of which have it', () => {
    expect(askedStraight('list all the trees that give shade')).toBe('which trees give shade');
  });

  it.each(['list the trees with their shade', 'show me the shade that trees give'])(
    'is nothing else: %s',
    (question) => {
      expect(askedStraight(question)).toBe(question);
    },
  );
});

describe('a question in a roundabout order', () => {
  it.each([
    ['Oaks: how many birds nest in each of them?', 'how many birds nest in each of the Oaks?'],
    ['Are there any sites without a gate? Which?', 'which sites without a gate'],
    ['Is there a shop that has no till? If so, which one?', 'which a shop that has no till'],
    ['Of the orders from Kiel, what part was late?', 'what share of orders from Kiel was late?'],
    ['lowest rated 3 shows', '3 lowest rated shows'],
    ['fees per garden, all years', 'fees per garden'],
    ['fees by garden, over all years together?', 'fees by garden?'],
  ])('is asked straight: %s', (question, straight) => {
    expect(askedStraight(question)).toBe(straight);
  });

  it.each([
    'for the oak: the birds that nest there and how old each of them is',
    'oaks: the birds that nest there and how old each of them is',
    'fees for all years',
    'fees by year',
    'note: how many trees are there?',
    'best rated shows',
  ])('is asked straight as it is: %s', (question) => {
    expect(askedStraight(question)).toBe(question);
  });
});
