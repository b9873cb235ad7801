const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))

export const DETERMINERS =
  words(`a an the each every all our their my your its his her new incoming many some several both another
  this these those any no one two three four five six seven eight nine ten more most other same whose few`)

export const PREPOSITIONS =
  words(`of for about from with over on in into to at by via between against among within behind per through as
  using without under above below across onto after before during since until`)

/** Words that end a noun phrase and do not begin another. */
export const PHRASE_BREAKERS =
  words(`and or but that which who whom where when if then than so because while is are was were be been being has
  have had do does did may can must should will would could might shall not never only also just it they we you i he she them us
  need needs want wants give gives say says tell tells told work works look looks come comes go goes make made take takes find
  finds put puts use uses know knows see sees try tries leave leaves left turn turns talk talks live lives arrive arrives prove
  proves enter enters quote quotes fires remember reach think thinks stands stand able whether like sure whatever whoever wherever
  whichever instead else apart away out up down off yes wish
  win wins better best one ones
  always fail fails happen happens ship ships back
  everybody everyone somebody nobody anybody who's how what why twice once again there here once`)

export const ADJECTIVES =
  words(`small large big old open closed good bad public private internal external daily weekly monthly nightly
  hourly last first next real live raw late early whole full long short different single simple whole own given human small-scale
  valid invalid signed overdue unpaid paid failed pending active recent local global main certain several online`)

/** Words for software, protocols, formats, units, times, places, pronouns and vendors, which are never entities. */
export const NON_ENTITY_WORDS =
  words(`api apis service app application system tool website site page server endpoint webhook hook queue job
  worker consumer producer pipeline gateway proxy cli command program bot agent workflow process platform backend frontend
  database db table bucket folder directory disk cloud stack lambda function crud rest mcp rag sdk ui dashboard interface module
  room hub websocket socket connection channel topic stream feed cache store storage index search server stock
  http https tcp tls ssl oauth jwt hmac token scope route header body key secret signature password session cookie sso saml
  pdf csv xml json yaml xlsx excel zip png jpeg jpg html text markdown file message event request response reply call data
  day week month year hour minute second time night morning evening afternoon noon midnight monday tuesday wednesday thursday
  friday saturday sunday utc gmt cet est pst date deadline today
  kb mb gb byte percent euro dollar pound cent eur usd gbp chf number count amount level total sum rate-limit size limit threshold
  way place list set kind part thing set team staff user people person everybody caller client admin manager boss company
  office world country city home internet browser phone screen address url link name note status state step rule change
  approval payment-provider provider issuer source target source sink
  stripe github gitlab slack shopify paypal twilio ecb aws azure google kafka redis postgres postgresql mysql dynamodb s3 sqs sns
  email mail sms notification alert reminder signal warning error log report-file citation answer question query result
  language-model llm gpt model prompt retrieval augmented generation
  average stripe adyen airtable mailchimp hubspot
  something anything nothing everything item other lot pair front behalf spreadsheet layout step stage reason form machine round editor hand eye day-to-day month-end end start begin`)

/** Words that form a name with the word before them, but name nothing alone. */
export const COMPOUND_NOUNS = words('request record report entry card plan note mail part ticket level')

/** Words that are dropped after another noun: "payment events" are about payments. */
export const DROPPED_NOUNS = words(
  'event message webhook hook file notification data update record-set stream feed alert reminder',
)
