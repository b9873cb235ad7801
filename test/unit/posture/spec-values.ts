/** Values of each enumerated field of an intake (spec platform-api 2.5). */
const listed = (text: string): readonly string[] => text.split(', ')

const STATUS = listed('none, in-progress, scheduled, type-i, type-ii, certified, completed')

export const SPEC_VALUES: Readonly<Record<string, readonly string[]>> = {
  'companyProfile.fundingStage': listed('pre-seed, seed, series-a, series-b, series-c, growth, bootstrap, public'),
  'companyProfile.customerTypes': listed('smb, mid-market, enterprise, consumer, government, nonprofit, other'),
  'companyProfile.dataResidency': listed('us, eu, uk, ca, apac, latam, global'),
  'techStack.cloudProvider': listed('aws, gcp, azure, cloudflare, vercel, fly, digitalocean, on-prem, hybrid, other'),
  'techStack.compute': listed(
    'containers, serverless, vm, kubernetes, workers, lambda, cloud-run, ec2, edge-functions, other',
  ),
  'techStack.database': listed(
    'postgres, mysql, mongodb, dynamodb, firestore, d1, cloudflare-kv, redis, sqlite, spanner, other',
  ),
  'techStack.monitoring': listed(
    'datadog, new-relic, sentry, honeycomb, grafana, cloudflare-analytics, workers-analytics, splunk, none, other',
  ),
  'techStack.cicd': listed(
    'github-actions, gitlab-ci, circleci, jenkins, cloudflare-pages, vercel, manual, wrangler, other',
  ),
  dataHandled: listed('pii, phi, pci, financial, biometric, credentials, health, none'),
  'controlBaseline.mfa.scope': listed('universal, privileged-only, partial, none'),
  'controlBaseline.encryptionAtRest.algo': listed(
    'aes-256, aes-128, customer-managed-keys, cloud-provider-default, none',
  ),
  'controlBaseline.encryptionInTransit.tlsVersion': listed('tls-1.3, tls-1.2, tls-1.1, tls-1.0, legacy, none'),
  'controlBaseline.iam.model': listed('least-privilege, role-based, attribute-based, flat, ad-hoc, none'),
  'controlBaseline.passwordManager.coverage': listed('universal, partial, none'),
  'controlBaseline.peerReview.model': listed('peer, single-maintainer, multi-agent, automated-only, none'),
  'subprocessors.0.dataAccess': listed(
    'pii, phi, pci, financial, biometric, credentials, health, logs, telemetry, metadata, billing, support, none',
  ),
  'incidentHistory.0.severity': listed('low, medium, high, critical'),
  'certifications.soc2.status': STATUS,
  'certifications.iso27001.status': STATUS,
  'certifications.penTest.status': STATUS,
}
