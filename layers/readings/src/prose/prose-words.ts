const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const COUNTING_WORDS = words(`
  eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
  hundred hundreds thousand thousands million millions billion billions trillion dozen dozens percent percentage tenfold twofold
  threefold fivefold double doubles doubled triple triples tripled halve halves halved
`)

/** Small numbers are ordinary words unless a unit follows. */
export const SMALL_COUNTS = words('two three four five six seven eight nine ten')

export const UNITS = words(`
  second seconds minute minutes hour hours day days week weeks month months quarter year years times percent dollar dollars euro
  euros cent cents pound pounds user users customer customers tenant tenants request requests incident incidents breach breaches
  company companies teams engineers people
`)

/** Words that form a share between two numbers: nine in ten, three out of four. */
export const SHARES = words('in of out')

/** Words that can begin a sentence without being a name, in addition to stop words. */
export const OPENERS = words(`
  today tomorrow everyone everybody nobody somebody someone anyone anybody nothing everything something each every all both either
  neither first second third finally next last then now here once after before until while when where whether because since although
  though if unless however therefore meanwhile instead also another other others most many few several some more less please
  it its he she they we you i this that these those there
`)

/**
 * Names of vendors, standards, laws and firms that models like to quote. Names in the findings or the intention are
 * allowed.
 */
export const NAMES = words(`
  stripe github gitlab shopify twilio slack paypal adyen sendgrid mailgun hubspot salesforce docusign zapier calendly netsuite jira
  airtable okta auth0 zendesk intercom mailchimp quickbooks xero woocommerce bitbucket discord telegram plaid klaviyo snowflake
  aws amazon azure microsoft google gcp cloudflare vercel netlify heroku digitalocean oracle ibm cisco meta facebook instagram apple
  openai anthropic gemini claude chatgpt gpt mistral llama huggingface nvidia databricks mongodb postgres postgresql mysql redis
  kafka rabbitmq elasticsearch opensearch dynamodb lambda s3 sqs sns kinesis kubernetes docker terraform ansible jenkins datadog
  sentry grafana prometheus splunk pagerduty atlassian confluence notion linkedin netflix spotify uber airbnb tesla equifax
  solarwinds crowdstrike mandiant gartner forrester mckinsey deloitte idc verizon ponemon owasp nist cwe cve mitre enisa gdpr
  dsgvo ccpa hipaa sox soc2 pci iso iec wcag fedramp dora nis2 ferpa bsi ietf rfc w3c
  january february april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  europe european american germany german france french britain british china chinese india indian russia russian
`)

/** Names that are also ordinary words. In lower case they are not names. */
export const PLAIN_WORDS = words(`
  slack notion meta apple oracle discord lambda gemini uber amazon mistral llama sentry docker claude square may march intercom cve
  iso iec dora american german french
`)
