import { readFile } from 'node:fs/promises';
import { type Domain, flag, key, link, number, text } from '../../domain.ts';
import { packageFile } from '../../write-tables.ts';

export const stations: Domain = {
  name: 'stations',
  title: 'Railway stations',
  persona:
    'Works for a passengers’ association in Germany that lobbies for better stations. Compares states and regional divisions: where are there lifts, parking, toilets, and who is responsible? Is not a technical person. State names are German.',
  now: '2024-06-03T09:00:00Z',
  packages: ['db-stations'],
  viewStyles: ['terse', 'documented'],
  load: async () => {
    const lines = (await readFile(packageFile('db-stations/full.ndjson'), 'utf8')).trim().split('\n');
    return { stations: lines.map((line) => JSON.parse(line) as object) };
  },
  tables: {
    stations: {
      title: 'Stations',
      one: 'station',
      many: 'stations',
      description: 'Every railway station of the network, with what travellers find there',
      synonyms: ['stops'],
      says: ['railway stations', 'train stations'],
      sql: `SELECT nr AS station_id, name AS station_name, address.city AS city, federalState AS federal_state,
          category, round(weight, 1) AS weight, operator.id AS authority_id, regionalbereich.number AS division_id,
          hasParking AS parking, hasBicycleParking AS bicycle_parking, hasLocalPublicTransport AS local_transport,
          hasPublicFacilities AS toilets, hasLockerSystem AS lockers, hasTaxiRank AS taxi_rank, hasWiFi AS wifi,
          hasTravelCenter AS travel_centre, hasSteplessAccess AS step_free_access, hasCarRental AS car_rental,
          location.latitude AS latitude
        FROM source_stations WHERE nr IS NOT NULL ORDER BY 1`,
      columns: {
        station_id: key('Station number'),
        station_name: text('Station name', { label: true, patterns: ['of {}', 'at {}'] }),
        city: text('City', { plural: 'cities', patterns: ['in {}'], says: ['town', 'municipality'] }),
        federal_state: text('Federal state', {
          description: 'One of the sixteen states of Germany, by its German name',
          synonyms: ['state', 'Bundesland'],
          says: ['province'],
          patterns: ['in {}'],
        }),
        category: number('Category', {
          plural: 'categories',
          description: 'Rank of the station from 1, the largest hubs, to 7, the smallest halts',
          context: 'A lower number is a more important station.',
          synonyms: ['station class'],
          says: ['rank'],
        }),
        weight: number('Weight', {
          measures: ['avg', 'sum', 'max'],
          description: 'How busy the station is, an index made from its departures',
          synonyms: ['traffic index'],
          says: ['importance'],
        }),
        authority_id: link('authorities', { type: 'string' }),
        division_id: link('divisions'),
        parking: flag(
          'Parking',
          ['with parking', 'that have a car park', 'where one can park'],
          ['without parking'],
          {
            description: 'Whether there are parking spaces for cars',
            synonyms: ['car park'],
          },
        ),
        bicycle_parking: flag(
          'Bicycle parking',
          ['with bicycle parking', 'that have bike racks'],
          ['without bicycle parking'],
          { description: 'Whether bicycles can be left there', synonyms: ['bike racks'] },
        ),
        local_transport: flag(
          'Local transport',
          ['with local transport', 'that connect to buses or trams'],
          ['without local transport'],
          { description: 'Whether buses or trams stop there as well', synonyms: ['public transport'] },
        ),
        toilets: flag('Toilets', ['with toilets', 'that have a WC'], ['without toilets', 'lacking toilets'], {
          description: 'Whether there are public toilets',
          synonyms: ['restrooms'],
        }),
        lockers: flag('Lockers', ['with lockers'], ['without lockers', 'that have no lockers'], {
          description: 'Whether luggage can be locked away',
          synonyms: ['luggage lockers'],
        }),
        taxi_rank: flag('Taxi rank', ['with a taxi rank', 'where taxis wait'], ['without a taxi rank']),
        wifi: flag('Wi-Fi', ['with Wi-Fi', 'offering Wi-Fi'], ['without Wi-Fi'], {
          description: 'Whether there is wireless internet for travellers',
          synonyms: ['wireless internet'],
        }),
        travel_centre: flag('Travel centre', ['with a travel centre'], ['without a travel centre'], {
          description: 'Whether tickets are sold over a counter',
          synonyms: ['ticket office'],
        }),
        step_free_access: text('Step-free access', {
          plural: 'kinds of step-free access',
          description: 'Whether every platform (yes), some (partial) or none (no) is reached without stairs',
          synonyms: ['accessibility', 'wheelchair access'],
          says: ['barrier-free access'],
        }),
        car_rental: flag(
          'Car rental',
          ['with car rental', 'where cars can be hired'],
          ['without car rental'],
        ),
        latitude: number('Latitude', { measures: ['max', 'min'], description: 'Degrees north' }),
      },
      metrics: {
        accessible_stations: {
          title: 'Accessible stations',
          description: 'Number of stations where every platform is reached without stairs',
          synonyms: ['barrier-free stations'],
          where: "{}.step_free_access = 'yes'",
        },
        accessibility_rate: {
          title: 'Accessibility rate',
          description: 'Accessible stations as a share of all stations',
          percent: true,
          over: ['accessible_stations', 'stations_count'],
        },
      },
    },
    authorities: {
      title: 'Transport authorities',
      one: 'transport authority',
      many: 'transport authorities',
      description: 'Public bodies that order and pay the regional trains',
      synonyms: ['authorities'],
      says: ['operators'],
      sql: `SELECT DISTINCT ON (operator.id) operator.id AS authority_id, operator.name AS authority_name
        FROM source_stations WHERE operator.id IS NOT NULL ORDER BY 1, 2`,
      columns: {
        authority_id: key('Authority key', { type: 'string', hidden: true }),
        authority_name: text('Transport authority', {
          label: true,
          plural: 'transport authorities',
          description: 'Short name of the authority, such as BEG or VRR',
          synonyms: ['authority'],
          patterns: ['of {}', 'run for {}'],
        }),
      },
    },
    divisions: {
      title: 'Regional divisions',
      one: 'regional division',
      many: 'regional divisions',
      description: 'Divisions of the company that runs the stations',
      synonyms: ['divisions'],
      says: ['regional offices'],
      sql: `SELECT DISTINCT ON (regionalbereich.number) regionalbereich.number AS division_id,
          regionalbereich.name AS division_name
        FROM source_stations WHERE regionalbereich.number IS NOT NULL ORDER BY 1, 2`,
      columns: {
        division_id: key('Division number', { hidden: true }),
        division_name: text('Regional division', {
          label: true,
          description: 'Such as RB Nord or RB Süd',
          synonyms: ['division'],
          patterns: ['in {}', 'of {}'],
        }),
      },
    },
  },
};
