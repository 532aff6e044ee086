import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const songs = Array.from({ length: 60 }, (_, id) => [
  id + 1,
  // Every sixth song has the title of another.
  id % 6 === 0 ? 'Home' : `Song ${id}`,
  ['Mr', 'Ms', 'Dr'][id % 3] ?? '',
]);

const plays = songs.flatMap(([song = 0], at) =>
  Array.from({ length: (at % 7) + 1 }, (_, play) => [`${song}-${play}`, song, play + 1]),
);

/** Things that the model calls by their title, under a public key. */
const world = openWorlds({
  radio: {
    name: 'a radio station',
    model: {
      'songs.yml': `
cubes:
  - name: songs
    title: Songs
    sql_table: songs
    dimensions:
      - { name: song_id, title: Song number, sql: song_id, type: number, primary_key: true, public: true }
      - { name: title, title: Song, sql: title, type: string }
      - { name: salutation, title: Title, sql: salutation, type: string }
    measures:
      - { name: song_count, title: Songs, type: count }
  - name: plays
    title: Plays
    sql_table: plays
    joins:
      - { name: songs, relationship: many_to_one, sql: "{CUBE}.song_id = {songs}.song_id" }
    dimensions:
      - { name: play_id, sql: play_id, type: string, primary_key: true }
      - { name: listeners, title: Listeners, sql: listeners, type: number }
    measures:
      - { name: play_count, title: Plays, type: count }
      - { name: average_listeners, title: Average listeners, type: avg, sql: listeners }
`,
    },
    tables: {
      songs: [['song_id', 'title', 'salutation'], ...songs],
      plays: [['play_id', 'song_id', 'listeners'], ...plays],
    },
  },
});

describe('things that share a title', () => {
  it.each([
    [
      'top 5 songs by number of plays',
      'SELECT title, COUNT(*) FROM plays JOIN songs USING (song_id) GROUP BY title, song_id ORDER BY 2 DESC, 1 LIMIT 5',
    ],
    [
      'how many songs have more than 5 plays?',
      'SELECT COUNT(*) FROM (SELECT song_id FROM plays GROUP BY 1 HAVING COUNT(*) > 5)',
    ],
    ['plays per song on average', 'SELECT COUNT(*) * 1.0 / COUNT(DISTINCT song_id) FROM plays'],
    ['how many songs are there', 'SELECT COUNT(*) FROM songs'],
  ])('are not put together where their key is public: %s', async (question, sql) => {
    expectRows(await world('radio').ask(question), await world('radio').truth(sql));
  });

  it('are no people with a salutation, which many share', async () => {
    expectRows(
      await world('radio').ask('number of songs by salutation'),
      await world('radio').truth('SELECT salutation, COUNT(*) FROM songs GROUP BY 1 ORDER BY 2 DESC, 1'),
    );
  });
});
