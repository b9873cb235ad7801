/** Values whose words have letters of their own. */
const WORDS: Readonly<Record<string, string>> = {
  pii: 'PII',
  phi: 'PHI',
  pci: 'PCI',
  us: 'US',
  eu: 'EU',
  uk: 'UK',
  ca: 'Canada',
  apac: 'APAC',
  latam: 'LATAM',
  'aes-256': 'AES-256',
  'aes-128': 'AES-128',
  'type-i': 'Type I',
  'type-ii': 'Type II',
  smb: 'small businesses',
  'tls-1.3': 'TLS 1.3',
  'tls-1.2': 'TLS 1.2',
  'tls-1.1': 'TLS 1.1',
  'tls-1.0': 'TLS 1.0',
  'pre-seed': 'pre-seed',
  'mid-market': 'mid-market',
  'ad-hoc': 'ad hoc',
  'on-prem': 'on premises',
  'series-a': 'Series A',
  'series-b': 'Series B',
  'series-c': 'Series C',
  vm: 'virtual machines',
  fly: 'Fly.io',
  aws: 'AWS',
  gcp: 'Google Cloud',
  digitalocean: 'DigitalOcean',
  ec2: 'EC2',
  'cloud-run': 'Cloud Run',
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  mongodb: 'MongoDB',
  dynamodb: 'DynamoDB',
  d1: 'D1',
  sqlite: 'SQLite',
  'cloudflare-kv': 'Cloudflare KV',
  'cloudflare-analytics': 'Cloudflare Analytics',
  'new-relic': 'New Relic',
  'workers-analytics': 'Workers Analytics',
  'cloudflare-pages': 'Cloudflare Pages',
  circleci: 'CircleCI',
  'github-actions': 'GitHub Actions',
  'gitlab-ci': 'GitLab CI',
}

const CERTIFICATION_NAMES: Readonly<Record<string, string>> = {
  soc2: 'SOC 2',
  iso27001: 'ISO 27001',
  penTest: 'Penetration test',
}

/** The name of a certification as people know it; undefined for what is none. */
export const certificationName = (name: string): string | undefined => CERTIFICATION_NAMES[name]

/** A value of an intake or of a claim as people read it, in the middle of a sentence: `privileged-only` is “privileged only”. */
export const valueWords = (value: string): string => WORDS[value] ?? value.replaceAll('-', ' ')
