export type Region = 'EU' | 'UK' | 'US';
export const regions: readonly Region[] = ['EU', 'UK', 'US'];

export interface Country {
  readonly name: string;
  readonly region: Region;
  /** Share of the region's customers. */
  readonly weight: number;
  readonly cities: readonly string[];
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
}

export const countries: readonly Country[] = [
  {
    name: 'Germany',
    region: 'EU',
    weight: 34,
    cities: ['Berlin', 'Hamburg', 'Munich', 'Cologne', 'Leipzig', 'Stuttgart'],
    firstNames: ['Anna', 'Lukas', 'Jürgen', 'Sophie', 'Felix', 'Katharina', 'Jonas', 'Marie', 'Uwe', 'Lea'],
    lastNames: ['Müller', 'Schmidt', 'Schneider', 'Fischer', 'Weber', 'Wagner', 'Becker', 'Hoffmann', 'Koch'],
  },
  {
    name: 'France',
    region: 'EU',
    weight: 22,
    cities: ['Paris', 'Lyon', 'Marseille', 'Toulouse', 'Nantes'],
    firstNames: ['Camille', 'Hugo', 'Léa', 'Louis', 'Chloé', 'Gabriel', 'Manon', 'Étienne', 'Inès', 'Jules'],
    lastNames: ['Martin', 'Bernard', 'Dubois', 'Thomas', 'Robert', 'Petit', 'Durand', 'Lefèvre', 'Moreau'],
  },
  {
    name: 'Spain',
    region: 'EU',
    weight: 15,
    cities: ['Madrid', 'Barcelona', 'Valencia', 'Seville'],
    firstNames: ['Lucía', 'Pablo', 'Sofía', 'Mateo', 'Carmen', 'Javier', 'Elena', 'Diego'],
    lastNames: ['García', 'Fernández', 'López', 'Martínez', 'Núñez', 'Pérez', 'Gómez'],
  },
  {
    name: 'Italy',
    region: 'EU',
    weight: 12,
    cities: ['Milan', 'Rome', 'Turin', 'Bologna'],
    firstNames: ['Giulia', 'Marco', 'Chiara', 'Matteo', 'Francesca', 'Luca', 'Sara', 'Paolo'],
    lastNames: ['Rossi', 'Ferrari', 'Esposito', 'Bianchi', 'Romano', 'Ricci', 'Conti'],
  },
  {
    name: 'Netherlands',
    region: 'EU',
    weight: 10,
    cities: ['Amsterdam', 'Rotterdam', 'Utrecht'],
    firstNames: ['Daan', 'Emma', 'Sem', 'Zoë', 'Bram', 'Lotte', 'Thijs'],
    lastNames: ['de Jong', 'Jansen', 'de Vries', 'Bakker', 'Visser', 'van Dijk'],
  },
  {
    name: 'Austria',
    region: 'EU',
    weight: 7,
    cities: ['Vienna', 'Graz', 'Salzburg'],
    firstNames: ['Johanna', 'Paul', 'Valentina', 'Maximilian', 'Theresa', 'Florian'],
    lastNames: ['Gruber', 'Huber', 'Bauer', 'Steiner', 'Pichler', 'Moser'],
  },
  {
    name: 'United Kingdom',
    region: 'UK',
    weight: 100,
    cities: ['London', 'Manchester', 'Edinburgh', 'Bristol', 'Leeds'],
    firstNames: ['Olivia', 'George', 'Amelia', 'Harry', 'Isla', 'Arthur', 'Grace', 'Callum', 'Priya', 'Owen'],
    lastNames: ['Smith', 'Jones', 'Taylor', 'Brown', 'Williams', 'Patel', 'Davies', 'Evans', "O'Brien"],
  },
  {
    name: 'United States',
    region: 'US',
    weight: 100,
    cities: ['New York', 'Boston', 'Chicago', 'Austin', 'Seattle', 'Denver'],
    firstNames: [
      'Emily',
      'Michael',
      'Madison',
      'Tyler',
      'Hannah',
      'Carlos',
      'Ashley',
      'Ethan',
      'Maya',
      'Noah',
    ],
    lastNames: ['Johnson', 'Miller', 'Garcia', 'Anderson', 'Lee', 'Nguyen', 'Thompson', 'Clark', 'Walker'],
  },
];

export interface Store {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly region: Region;
  readonly openedOn: string;
  readonly closedOn: string | null;
  readonly floorAreaM2: number;
  /** Share of its region's shop visits. */
  readonly weight: number;
}

type StoreEntry = readonly [
  name: string,
  city: string,
  country: string,
  region: Region,
  openedOn: string,
  closedOn: string | null,
  floorAreaM2: number,
  weight: number,
];

const entries: readonly StoreEntry[] = [
  ['Berlin Mitte', 'Berlin', 'Germany', 'EU', '2014-03-15', null, 1850, 16],
  ['Berlin Kreuzberg', 'Berlin', 'Germany', 'EU', '2019-09-02', null, 920, 8],
  ['Hamburg Altona', 'Hamburg', 'Germany', 'EU', '2016-05-21', null, 1240, 11],
  ['Munich Schwabing', 'Munich', 'Germany', 'EU', '2017-10-07', null, 1380, 12],
  ['Paris Marais', 'Paris', 'France', 'EU', '2015-04-11', null, 1610, 15],
  ['Lyon Part-Dieu', 'Lyon', 'France', 'EU', '2018-06-30', '2025-06-30', 870, 6],
  ['Madrid Salamanca', 'Madrid', 'Spain', 'EU', '2018-02-17', null, 1120, 10],
  ['Barcelona Eixample', 'Barcelona', 'Spain', 'EU', '2020-08-29', null, 990, 9],
  ['Milan Brera', 'Milan', 'Italy', 'EU', '2019-03-23', null, 1050, 9],
  ['Amsterdam Jordaan', 'Amsterdam', 'Netherlands', 'EU', '2021-05-08', null, 780, 7],
  ['Vienna Neubau', 'Vienna', 'Austria', 'EU', '2024-03-16', null, 940, 8],
  ['London Covent Garden', 'London', 'United Kingdom', 'UK', '2015-09-12', null, 1720, 58],
  ['Manchester Northern Quarter', 'Manchester', 'United Kingdom', 'UK', '2019-11-16', null, 1010, 32],
  ['New York SoHo', 'New York', 'United States', 'US', '2020-10-03', null, 1480, 48],
  ['Boston Back Bay', 'Boston', 'United States', 'US', '2022-04-23', null, 860, 24],
  ['Chicago Wicker Park', 'Chicago', 'United States', 'US', '2023-09-09', null, 1100, 26],
];

export const stores: readonly Store[] = entries.map(
  ([name, city, country, region, openedOn, closedOn, floorAreaM2, weight], index) => ({
    id: index + 1,
    name,
    city,
    country,
    region,
    openedOn,
    closedOn,
    floorAreaM2,
    weight,
  }),
);
