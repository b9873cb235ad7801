/**
 * Names of months, long and short, without accents and dots (Unicode CLDR of Node.js 24). Languages: English, German,
 * French, Spanish, Portuguese, Italian, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Czech, Turkish, Russian,
 * Ukrainian, Indonesian, Romanian, Hungarian, Greek.
 */
const MONTH_NAMES: readonly string[] = [
  'january jan januar janvier janv enero ene janeiro gennaio gen januari tammikuu tammikuuta tammi styczen stycznia sty leden ledna led ocak oca январь января янв січень січня січ ianuarie ian ιανουαριου ιαν',
  'february feb februar fevrier fevr febrero fevereiro fev febbraio februari helmikuu helmikuuta helmi luty lutego lut unor unora uno subat sub февраль февраля февр лютии лютого лют februarie febr φεβρουαριου φεβ',
  'march mar marz mars marzo marco maart mrt marts maaliskuu maaliskuuta maalis marzec marca brezen brezna bre mart март марта мар березень березня бер maret martie marcius marc μαρτιου μαρ',
  'april apr avril avr abril abr aprile huhtikuu huhtikuuta huhti kwiecien kwietnia kwi duben dubna dub nisan nis апрель апреля апр квітень квітня квіт aprilie aprilis απριλιου απρ',
  'may mai mayo maio maggio mag mei maj toukokuu toukokuuta touko maja kveten kvetna kve mayıs маи мая травень травня трав majus μαιου μαι',
  'june jun juni juin junio junho giugno giu kesakuu kesakuuta kesa czerwiec czerwca cze cerven cervna cvn haziran haz июнь июня июн червень червня черв iunie iun junius ιουνιου ιουν',
  'july jul juli juillet juil julio julho luglio lug heinakuu heinakuuta heina lipiec lipca lip cervenec cervence cvc temmuz tem июль июля июл липень липня лип iulie iul julius ιουλιου ιουλ',
  'august aug aout agosto ago augustus augusti elokuu elokuuta elo sierpien sierpnia sie srpen srpna srp agustos agu август августа авг серпень серпня серп agustus augusztus αυγουστου αυγ',
  'sept september sep septembre septiembre setembro set settembre syyskuu syyskuuta syys wrzesien wrzesnia wrz zari zar eylul eyl сентябрь сентября сент вересень вересня вер septembrie szeptember szept σεπτεμβριου σεπ',
  'october oct oktober okt octobre octubre outubro out ottobre ott lokakuu lokakuuta loka pazdziernik pazdziernika paz rijen rijna rij ekim eki октябрь октября окт жовтень жовтня жовт octombrie οκτωβριου οκτ',
  'november nov novembre noviembre novembro marraskuu marraskuuta marras listopad listopada lis listopadu kasım kas ноябрь ноября нояб листопад листопада лист noiembrie νοεμβριου νοε',
  'december dec dezember dez decembre diciembre dic dezembro dicembre desember des joulukuu joulukuuta joulu grudzien grudnia gru prosinec prosince pro aralık ara декабрь декабря дек грудень грудня груд decembrie δεκεμβριου δεκ',
]

const normalizedWord = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')

const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.flatMap((names, month) => names.split(' ').map((name) => [name, month] as const)),
)

const monthNamed = (text: string): number | undefined => {
  for (const word of text.split(/[\s\d,.]+/)) {
    const month = MONTHS.get(normalizedWord(word))
    if (month !== undefined) return month
  }
  return undefined
}

/** Time zone abbreviations, in minutes ahead of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  BRT: -180,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  IST: 330,
  SGT: 480,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
}

/** Returns the minutes of a zone after a time: an offset, or an abbreviation. Without either, UTC is assumed. */
const zoneMinutesOf = (textAfterTime: string): number => {
  const offset = /([+-\u2212])(\d{1,2})(?::?(\d{2}))?(?![\d-])/.exec(textAfterTime)
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
    return offset[1] === '+' ? minutes : -minutes
  }
  for (const word of textAfterTime.split(/[^A-Za-z]+/)) if (Object.hasOwn(ZONES, word)) return ZONES[word] as number
  return 0
}

const TIME = /(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,](\d+))?)?/
const BASIC_ISO = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(.*)$/
const AFTERNOON = /\bp\.?\s?m\b|오후|午後|下午/iu
const MORNING = /\ba\.?\s?m\b|오전|午前|上午/iu

interface CalendarDay {
  readonly year: number
  /** From 0 (January). */
  readonly month: number
  readonly day: number
}

const dayOf = (date: string, isAmerican: boolean): CalendarDay | undefined => {
  const yearFirst = /(\d{4})[-/.年]\s?(\d{1,2})(?:[-/.月]\s?(\d{1,2}))?/u.exec(date)
  if (yearFirst) return { year: Number(yearFirst[1]), month: Number(yearFirst[2]) - 1, day: Number(yearFirst[3] ?? 1) }
  const numeric = /(\d{1,2})([-/.])\s?(\d{1,2})[-/.]\s?(\d{4})/.exec(date)
  if (numeric) {
    const first = Number(numeric[1])
    const second = Number(numeric[3])
    // The month comes first with a.m. or p.m., or if the second number cannot be a month; otherwise it comes second.
    const isMonthFirst = numeric[2] === '/' && (second > 12 || (isAmerican && first <= 12))
    const [month, day] = isMonthFirst ? [first, second] : [second, first]
    return { year: Number(numeric[4]), month: month - 1, day }
  }
  const year = /\b(\d{4})\b/.exec(date)?.[1]
  const day = /(?:^|\D)(\d{1,2})(?!\d)/.exec(date)?.[1]
  const month = year === undefined || day === undefined ? undefined : monthNamed(date)
  return month === undefined ? undefined : { year: Number(year), month, day: Number(day) }
}

const hourOf = (hour: number, text: string): number => {
  if (AFTERNOON.test(text)) return hour < 12 ? hour + 12 : hour
  return MORNING.test(text) && hour === 12 ? 0 : hour
}

/**
 * Returns the milliseconds since 1970 of a written date: ISO 8601 with a space or without a zone, RFC 2822, and
 * localized formats. Returns `undefined` for other texts. Without a zone, UTC is assumed.
 */
export const writtenTime = (written: string): number | undefined => {
  // Removes a city name or a comment after the zone.
  const text = written.replaceAll(/[\u00a0\u202f\u2009]/gu, ' ').replace(/\s*(?:\[[^\]]*\]|\([^)]*\))$/, '')
  if (text.length > 80) return undefined
  const plain = text.replace(BASIC_ISO, '$1-$2-$3T$4:$5:$6$7')
  const time = TIME.exec(plain)
  const date = time ? `${plain.slice(0, time.index)} ` : plain
  const textAfterTime = time ? plain.slice(time.index + time[0].length) : ''
  const isAmerican = AFTERNOON.test(plain) || MORNING.test(plain)
  // RFC 2822 has the year before the time, Unix `date` after it.
  const day = dayOf(date, isAmerican) ?? dayOf(`${date} ${/\b\d{4}$/.exec(textAfterTime)?.[0] ?? ''}`, isAmerican)
  if (!day || day.month < 0 || day.month > 11 || day.day < 1 || day.day > 31) return undefined
  const [hour, minute, second] = time ? [Number(time[1]), Number(time[2]), Number(time[3] ?? 0)] : [0, 0, 0]
  if (hour > 24 || minute > 59 || second > 60) return undefined
  const ms = time?.[4] === undefined ? 0 : Math.trunc(Number(`0.${time[4]}`) * 1000)
  const zoneMinutes = zoneMinutesOf(
    textAfterTime.replace(/\b\d{4}$/, (year) => (/[+-]$/.test(textAfterTime.slice(0, -4)) ? year : '')),
  )
  return Date.UTC(day.year, day.month, day.day, hourOf(hour, plain), minute, second, ms) - zoneMinutes * 60_000
}
