/** Values of an intake (spec platform-api 2.5), in the order in which claims list them. */

export const FUNDING_STAGES = [
  'pre-seed',
  'seed',
  'series-a',
  'series-b',
  'series-c',
  'growth',
  'bootstrap',
  'public',
] as const

export const CUSTOMER_TYPES = [
  'smb',
  'mid-market',
  'enterprise',
  'consumer',
  'government',
  'nonprofit',
  'other',
] as const

export const REGIONS = ['us', 'eu', 'uk', 'ca', 'apac', 'latam', 'global'] as const

export const CLOUD_PROVIDERS = [
  'aws',
  'gcp',
  'azure',
  'cloudflare',
  'vercel',
  'fly',
  'digitalocean',
  'on-prem',
  'hybrid',
  'other',
] as const

export const COMPUTE = [
  ...(['containers', 'serverless', 'vm', 'kubernetes', 'workers', 'lambda', 'cloud-run', 'ec2'] as const),
  ...(['edge-functions', 'other'] as const),
] as const

export const DATABASES = [
  ...(['postgres', 'mysql', 'mongodb', 'dynamodb', 'firestore', 'd1', 'cloudflare-kv', 'redis'] as const),
  ...(['sqlite', 'spanner', 'other'] as const),
] as const

export const MONITORING = [
  ...(['datadog', 'new-relic', 'sentry', 'honeycomb', 'grafana', 'cloudflare-analytics'] as const),
  ...(['workers-analytics', 'splunk', 'none', 'other'] as const),
] as const

export const CICD = [
  ...(['github-actions', 'gitlab-ci', 'circleci', 'jenkins', 'cloudflare-pages', 'vercel'] as const),
  ...(['manual', 'wrangler', 'other'] as const),
] as const

/** Classes of data that a company handles; `none` excludes the others. */
export const DATA_CLASSES = ['pii', 'phi', 'pci', 'financial', 'biometric', 'credentials', 'health', 'none'] as const
export type DataClass = (typeof DATA_CLASSES)[number]

export const DATA_ACCESS = [
  ...(['pii', 'phi', 'pci', 'financial', 'biometric', 'credentials', 'health'] as const),
  ...(['logs', 'telemetry', 'metadata', 'billing', 'support', 'none'] as const),
] as const

export const MFA_SCOPES = ['universal', 'privileged-only', 'partial', 'none'] as const
export const AT_REST = ['aes-256', 'aes-128', 'customer-managed-keys', 'cloud-provider-default', 'none'] as const
export const TLS_VERSIONS = ['tls-1.3', 'tls-1.2', 'tls-1.1', 'tls-1.0', 'legacy', 'none'] as const
export const IAM_MODELS = ['least-privilege', 'role-based', 'attribute-based', 'flat', 'ad-hoc', 'none'] as const
export const COVERAGES = ['universal', 'partial', 'none'] as const
export const REVIEW_MODELS = ['peer', 'single-maintainer', 'multi-agent', 'automated-only', 'none'] as const

export const INCIDENT_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const

export const CERTIFICATION_STATUSES = [
  'none',
  'in-progress',
  'scheduled',
  'type-i',
  'type-ii',
  'certified',
  'completed',
] as const

/** Controls of the baseline, in the order of the specification, which is also the order of findings about `*`. */
export const CONTROLS = [
  ...(['mfa', 'encryptionAtRest', 'encryptionInTransit', 'iam', 'logging'] as const),
  ...(['workstationSecurity', 'passwordManager', 'peerReview'] as const),
] as const

/** Certifications, in the order of the specification. */
export const CERTIFICATIONS = ['soc2', 'iso27001', 'penTest'] as const
export type CertificationName = (typeof CERTIFICATIONS)[number]
