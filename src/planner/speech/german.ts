import { answerWords } from '../../contract/answer-words.ts';
import { unitName } from '../../contract/units.ts';
import { germanModel } from './about-model.ts';
import { germanConditions } from './conditions.ts';
import { germanDecline } from './declines.ts';
import type { Speech } from './english.ts';
import type { Change, End } from './facts.ts';
import { digitsFor, listed, localeFormats } from './formats.ts';
import {
  type BucketName,
  germanBucket,
  germanDays,
  germanDuring,
  germanFromTo,
  germanPeriod,
  germanTimes,
  germanWeekdays,
} from './periods.ts';
import { germanQuery } from './queries.ts';

/** What answers say in German: without articles, as the gender of a title is not known. */
export function german(locale = 'de-DE'): Speech {
  const formats = localeFormats(locale, locale);
  const bucket: BucketName = (day, unit) => germanBucket(formats, day, unit);
  return {
    language: 'de',
    ...formats,
    bucket,
    weekday: (number) => germanDays[number - 1] ?? String(number),
    weekendOrNot: (isWeekend) => (isWeekend ? 'Samstag und Sonntag' : 'Montag bis Freitag'),
    grains: {
      hour: 'Stunde',
      day: 'Tag',
      week: 'Woche',
      month: 'Monat',
      quarter: 'Quartal',
      year: 'Jahr',
      decade: 'Jahrzehnt',
      weekday: 'Wochentag',
      weekend: 'Wochenende oder Werktag',
      daytime: 'Uhrzeit',
    },
    during: (periods) => germanDuring(periods, bucket),
    period: (period) => germanPeriod(period, bucket),
    onWeekdays: germanWeekdays,
    atTimes: germanTimes,
    fromTo: (periods) => germanFromTo(periods, bucket),
    and: (words) => listed(words, 'und'),
    quoted: (text) => `„${text}“`,
    inside: (title) => title,
    inUnit: (figure, unit, isOne) => `${figure} ${unitName(unit, answerWords.de, isOne)}`,
    points(size) {
      const figure = formats.number(size, digitsFor(size));
      return `${figure} ${figure === '1' ? 'Prozentpunkt' : 'Prozentpunkte'}`;
    },
    noValue: 'kein Wert',
    unknown: answerWords.de.unknown,
    flag: (title, value) => `${title}: ${value ? 'ja' : 'nein'}`,

    counted: (title) => /^(?:(?:gesamt)?anzahl|zahl)(?: der| von)? (.+)$/i.exec(title)?.[1],
    isBareCount: (title) => /^(anzahl|gesamtzahl|zeilen|summe|count)$/i.test(title),
    aggregate(kind, of, dated) {
      if (dated) return `${of}, ${kind === 'max' ? 'zuletzt' : 'zuerst'}`;
      return kind === 'distinct' ? `Verschiedene Werte von ${of}` : `${of} (${aggregates[kind]})`;
    },
    per: (part, whole) => `${part} pro ${whole}`,
    mean: (title, group) => `${title} (Durchschnitt pro ${group})`,
    by: (groups) => `nach ${listed(groups, 'und')}`,
    listOf: (titles) => `Liste: ${listed(titles, 'und')}`,
    less: (one, other) => `${one} abzüglich ${other}`,
    asShare: (part, whole) => `${part} (Anteil an ${whole})`,
    shareOf: (title) => `${title} (Anteil)`,
    changeOf: (title) => `${title} (Veränderung)`,

    ...germanConditions,
    still: (words) => `weiterhin ${words}`,

    about: (title, scope, kept) => [title, scope, kept].filter((it) => it !== '').join(' '),
    scalar: (_, about, figure) => (figure === undefined ? `${about}: kein Wert` : `${about}: ${figure}`),
    heldBy: (names, count) => (count === undefined ? ` (${names})` : `, bei ${count} gleich: ${names}`),
    // "1 Bestellungen" is no German, and the singular is not known.
    count: (about, _, figure, isOne) => (isOne ? undefined : `${figure} ${about}`),
    overall: (about, _, figure) => `${about}: insgesamt ${figure}`,
    opening: (about, by) => `${about} ${by}: `,
    change: ({ from, to, by, direction }) =>
      direction === 'same'
        ? `unverändert von ${from} bis ${to}`
        : `${by === undefined ? '' : `${signs[direction]} ${by} `}von ${from} bis ${to}`,
    changed: (about, { from, to, by, direction }: Change) =>
      direction === 'same'
        ? `${about}: unverändert von ${from} bis ${to}`
        : `${about}: ${verbs[direction]}${by === undefined ? '' : ` um ${by}`}, von ${from} auf ${to}`,
    perUnit: (figure, unit) => `im Durchschnitt ${figure} pro ${units[unit]}`,
    ends({ highest, lowest, haveGaps }, areMoments) {
      const low = lowest === undefined ? '' : `, ${endOf(lowest, areMoments ? 'frühesten' : 'niedrigsten')}`;
      return `${endOf(highest, areMoments ? 'spätesten' : 'höchsten')}${low}${low !== '' && haveGaps ? ' (ohne Zeiträume ohne Daten)' : ''}`;
    },
    allAlike: (count, figure) => `alle ${count} liegen bei ${figure}`,
    pair: (items, difference, times) => {
      const both = listed(
        items.map(([name, figure]) => `${name} ${figure}`),
        'und',
      );
      const facts = [
        ...(difference === undefined ? [] : [`der Unterschied beträgt ${difference}`]),
        ...(times === undefined ? [] : [`der größere Wert ist das ${times}-Fache des kleineren`]),
      ];
      return [both, facts.join(', ')].filter((it) => it !== '').join('; ');
    },
    leaders: (about, items, areSeveral, direction, areMoments) =>
      areMoments
        ? `${about}: ${items}`
        : `${about}: am ${direction === 'desc' ? 'höchsten' : 'niedrigsten'} ${areSeveral ? 'sind' : 'ist'} ${items}`,
    more: (count) => `${count} weitere`,
    alike: (count) => `${count} weitere ${count === 1 ? 'hat' : 'haben'} ebenso viel`,
    together: (figure, share) =>
      figure === undefined
        ? `das sind ${share} des Ganzen`
        : `zusammen sind das ${figure}, ${share} des Ganzen`,
    only: (_, about, name, figures) => `${about}: ${listed(figures, 'und')} für ${name}`,
    shareIs: (about, _, share, part, whole) => `${about}: ${share} des Ganzen, ${part} von ${whole}`,
    list: (about, names, count) =>
      count === '1' ? `${about}: ${names}` : `${about}: ${names} (insgesamt ${count})`,
    record: (about, parts) => `${about}: ${parts.map((part) => part.join(' ')).join(', ')}`,
    addedUp: (about, _, figure) => `${about}: zusammen ${figure}`,
    steps: (least, most) => `die Veränderung zum jeweils Vorigen liegt zwischen ${least} und ${most}`,

    leftAside: (said) => `Außer Acht gelassen, da es nichts von den Daten fragt: ${listed(said, 'und')}.`,
    undrawn: {
      arc: 'Es ist kein Kreis gezeichnet, denn der zeigt die Teile eines Ganzen.',
      bar: 'Es sind keine Balken gezeichnet, denn es gibt keine Zahlen nebeneinander.',
      line: 'Es ist keine Linie gezeichnet, denn die zeigt Zahlen im Verlauf der Zeit.',
      area: 'Es ist keine Fläche gezeichnet, denn die zeigt Zahlen, die sich über die Zeit summieren.',
    },

    noData: (scope) => `Es gibt keine Daten${scope === '' ? '' : ` ${scope}`}.`,
    foundNoData: (scope) =>
      `Ich habe keine Daten${scope === '' ? '' : ` ${scope}`} gefunden. Falls Sie welche erwarten: Antworten zählen nur, was Ihre Rechte umfassen.`,
    foundNone: (groups, scope) => `Ich habe unter ${listed(groups, 'und')} nichts ${scope} gefunden.`,
    noneChanged: (groups, title, way, scope) =>
      `Ich habe unter ${listed(groups, 'und')} nichts gefunden, dessen ${title} ${scope} ${way === 'up' ? 'gestiegen' : 'gesunken'} ist.`,
    goesOn: (bucket) => `${bucket.charAt(0).toUpperCase()}${bucket.slice(1)} ist noch nicht zu Ende.`,
    noRows: (title) => `Was keine ${title} hat, ist nicht mitgezählt.`,
    namesakes: (title) => `Gleiche Namen zählen hier als einer: ${title}.`,
    calledSo: (name, count, key) => `${name} heißen hier ${count}, zu unterscheiden nach ${key}.`,
    agesOn: (day) => `Altersangaben zum ${day}.`,
    datedBy: (title) => `Datiert nach: ${title}.`,
    datedByPartly: (title) => `Datiert nach: ${title}, ohne alle, die dazu nichts haben.`,
    goingOnThen: (from, to) =>
      `Das sind alle, die dann andauerten, von ${from} bis ${to}, wann immer sie begannen.`,
    dataEnds: (day) => `Die Daten enden am ${day}, die Zeiträume zählen von dort.`,
    dataRuns: (from, to) => `Die Daten reichen vom ${from} bis zum ${to}.`,

    model: germanModel,
    query: germanQuery,

    certified: {
      none: (question) => `Die geprüfte Abfrage „${question}“ ergibt keine Zeilen.`,
      some: (question, cells, rows) =>
        `Nach der geprüften Abfrage „${question}“: ${cells.join(', ')}.${rows === undefined ? '' : ` Das ist die erste von ${rows} Zeilen.`}`,
      unknown: 'unbekannt',
    },
    decline: germanDecline,
  };
}

const units = { hour: 'Stunde', day: 'Tag', week: 'Woche' } as const;
const signs = { up: 'plus', down: 'minus' } as const;
const verbs = { up: 'gestiegen', down: 'gefallen' } as const;

const aggregates = {
  avg: 'Durchschnitt',
  min: 'Minimum',
  max: 'Maximum',
  sum: 'Summe',
  median: 'Median',
} as const;

function endOf(
  { names, count, figure, share, timesAverage }: End,
  end: 'höchsten' | 'niedrigsten' | 'spätesten' | 'frühesten',
): string {
  const notes = [
    ...(share === undefined ? [] : [`${share} davon`]),
    ...(timesAverage === undefined ? [] : [`das ${timesAverage}-Fache des Durchschnitts`]),
  ];
  const said = `${figure}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  const degree = `am ${end}`;
  if (names.length === 0) return `${degree} sind ${count} mit je ${said}`;
  const verb = names.length > 1 ? 'sind' : 'ist';
  return `${degree} ${verb} ${listed(names, 'und')} mit ${names.length > 1 ? 'je ' : ''}${said}`;
}
