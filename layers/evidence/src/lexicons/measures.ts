/** Units, by a common name for equivalent ones. */
export const UNITS: ReadonlyMap<string, string> = new Map(
  (
    'ms millisecond milliseconds msec|s sec secs second seconds|min mins minute minutes|h hr hrs hour hours|day days|night nights|week weeks wk wks|month months mo|year years yr yrs|decade decades|' +
    'mm millimetre millimetres millimeter millimeters|cm centimetre centimetres centimeter centimeters|m metre metres meter meters|km kilometre kilometres kilometer kilometers|mile miles mi|foot feet ft|inch inches|yard yards|acre acres|hectare hectares|' +
    'mg milligram milligrams|g gram grams gramme grammes|kg kilo kilos kilogram kilograms|tonne tonnes ton tons|lb lbs pound pounds|oz ounce ounces|' +
    'ml millilitre millilitres milliliter milliliters|l litre litres liter liters|gallon gallons|pint pints|cups|tsp teaspoon teaspoons|tbsp tablespoon tablespoons|' +
    'w watt watts|kw kilowatt kilowatts|kwh kilowatt-hour|mw|v volt volts|amp amps|mah|db decibel decibels dba|hz khz mhz ghz|lux|lumen lumens|psi|nm|rpm|mph|mpg|kph|kmh|' +
    'b byte bytes|kb kib kilobyte kilobytes|mb mib megabyte megabytes|gb gib gigabyte gigabytes|tb terabyte terabytes|mbps|gbps|rps qps|px pixel pixels|' +
    'percent %|percentage point points|degree degrees celsius fahrenheit c f|calorie calories kcal|mmol mmhg mgdl iu|ppm|bps|' +
    'euro euros|dollar dollars usd|cent cents|pence penny|pounds gbp|eur'
  )
    .split('|')
    .flatMap((group) => {
      const names = group.split(' ')
      return names.map((name) => [name, names[0] as string] as const)
    }),
)

export const CURRENCIES = new Set(['$', '£', '€', '¥', '₹'])

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
export const NUMBER_WORDS = new Set(
  `${SMALL} thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half dozen`.split(' '),
)

export const RATIOS = `
two thirds|three quarters|twice as|times the|doubled|tripled|halved|quadrupled|per cent|percent|percentage points|times as|times more|times higher|times faster|times lower|fold
`
export const MONTHS = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

export const YEARS = "years|years'|year|decade|decades"
