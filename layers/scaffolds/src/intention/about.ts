import type { PatternId } from '../pattern-ids.ts'

/**
 * What a pattern is about beside its entities. These words are accounted for and prove nothing: a clause of nothing else has no
 * evidence.
 */
export const ABOUT: Readonly<Partial<Record<PatternId, readonly string[]>>> = {
  'webhook-receiver': ['events?', 'notifications?', 'deliver(?:y|ies)', 'updates?'],
  'queue-consumer': ['queues?', 'messages?', 'tasks?', 'jobs?', 'work'],
  'stream-processor': ['streams?', 'readings?', 'events?', 'records?'],
  'file-pipeline': ['files?', '(?:to|into|in) (?:a|the|our|an s3) (?:bucket|folder)', 'buckets?', 'lines?', 'rows?'],
  'auth-gateway': ['routes?', 'scopes?'],
  'edge-proxy': ['requests?', 'paths?', 'origin', 'services? behind'],
  'mcp-server': ['(?:ai )?(?:agents?|assistants?|clients?|models?)', 'tools?', 'catalog(?:ue)?s?'],
  'rag-service': ['questions?', 'documents?', 'answers?'],
  'agent-worker': ['runs?', 'goals?'],
  'static-site-api': ['files?'],
  'cli-tool': ['files?', 'lines?'],
  'event-fanout': ['events?', 'subscribers?', 'services?'],
  'data-sync': ['(?:both )?(?:sides|systems)', 'between'],
  'realtime-hub': ['rooms?', 'messages?', 'connected'],
  workflow: ['flows?', 'steps?', 'requests?'],
}

/** Whose a thing is: it asks for nothing of its own. "The support mail of our bike shop", "the minutes of the council". */
const NO_OWNER = '(?:and|or|to|for|with|in|from|of|between|that|who|which|is|are|on|by|at)'
const WORD = String.raw`(?!${NO_OWNER}\b)[\p{L}-]+`
export const WHOSE = [`(?:of|in|at) (?:our|my|a small) ${WORD}(?: ${WORD}){0,3}`]
