import { must, type Requirement } from './requirement.ts'

/** Requirements of the sentiment monitor (specification supporting-services, component E), in its order. */
export const sentimentRequirements: readonly Requirement[] = [
  must('SEN-1-1', 'Brand mentions are pulled from three platforms every 15 minutes'),
  must('SEN-1-2', 'Personal data is removed'),
  must('SEN-1-3', 'Sentiment is scored'),
  must('SEN-1-4', 'Batched events are forwarded to an HTTP endpoint of the caller'),
  must('SEN-1-5', 'No mentions are stored'),
  must(
    'SEN-2.5-1',
    'A tenant config has tenantId, stage, enabled, platforms {microblog {enabled, bearerToken, searchQueries[], maxResults}, reviews {enabled}, social {enabled}}, ingestEndpoint, ingestAuthToken',
  ),
  must(
    'SEN-2.5-2',
    'An event has tenantId, platform, mentionId, timestamp (ISO 8601), sentiment {label, score 0 to 1}, metadata {authorFollowers, engagementScore}',
  ),
  must('SEN-2.5-3', 'fetchMentions(config) returns a promise of raw mentions; one adapter per platform'),
  must('SEN-4.4-1', 'A batch is POSTed to the ingestEndpoint, with at most 100 events'),
  must('SEN-5-1', 'Platform credentials are in the config of the tenant'),
  must('SEN-5-2', 'ingestAuthToken authorizes the outbound POST'),
  must('SEN-6-1', 'One structured event is sent for each processed mention'),
]
