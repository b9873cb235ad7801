import { agents } from './agents.ts'
import { alarms } from './alarms.ts'
import { bucket } from './bucket.ts'
import { callers } from './callers.ts'
import { calls } from './calls.ts'
import { collection } from './collection.ts'
import { comprehend } from './comprehend.ts'
import { embeddings } from './embeddings.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { indexes } from './indexes.ts'
import { invokes } from './invokes.ts'
import { kms } from './kms.ts'
import { languageModel } from './language-model.ts'
import { machines } from './machines.ts'
import { mail } from './mail.ts'
import { people } from './people.ts'
import { platformCalls } from './platform-calls.ts'
import { publicUrls } from './public-urls.ts'
import { queues } from './queues.ts'
import { receives } from './receives.ts'
import { rows } from './rows.ts'
import { secrets } from './secrets.ts'
import { serves } from './serves.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { spans } from './spans.ts'
import { spends } from './spends.ts'
import { url } from './url.ts'
import { vaults } from './vaults.ts'

export const ABILITIES = {
  rows,
  indexes,
  bucket,
  sessions,
  callers,
  agents,
  platformCalls,
  events,
  languageModel,
  embeddings,
  mail,
  serves,
  receives,
  settings,
  queues,
  machines,
  secrets,
  vaults,
  calls,
  publicUrls,
  invokes,
  alarms,
  collection,
  comprehend,
  kms,
  exports,
  people,
  spends,
  spans,
  url,
} as const
