// Written by "signet-contracts publish". Do not edit: the check compares it with the contract files.
import account_1_0_0 from './account/1.0.0.json' with { type: 'json' }
import account_deletion_1_0_0 from './account-deletion/1.0.0.json' with { type: 'json' }
import account_exports_1_0_0 from './account-exports/1.0.0.json' with { type: 'json' }
import agent_grants_1_0_0 from './agent-grants/1.0.0.json' with { type: 'json' }
import archive_artifacts_1_0_0 from './archive-artifacts/1.0.0.json' with { type: 'json' }
import archive_chat_1_0_0 from './archive-chat/1.0.0.json' with { type: 'json' }
import archive_conversations_1_0_0 from './archive-conversations/1.0.0.json' with { type: 'json' }
import archive_keys_1_0_0 from './archive-keys/1.0.0.json' with { type: 'json' }
import archive_notebook_chat_1_0_0 from './archive-notebook-chat/1.0.0.json' with { type: 'json' }
import archive_notebook_search_1_0_0 from './archive-notebook-search/1.0.0.json' with { type: 'json' }
import archive_notebooks_1_0_0 from './archive-notebooks/1.0.0.json' with { type: 'json' }
import archive_search_1_0_0 from './archive-search/1.0.0.json' with { type: 'json' }
import archive_service_1_0_0 from './archive-service/1.0.0.json' with { type: 'json' }
import archive_stats_1_0_0 from './archive-stats/1.0.0.json' with { type: 'json' }
import archive_uploads_1_0_0 from './archive-uploads/1.0.0.json' with { type: 'json' }
import assets_1_0_0 from './assets/1.0.0.json' with { type: 'json' }
import billing_1_0_0 from './billing/1.0.0.json' with { type: 'json' }
import billing_webhook_1_0_0 from './billing-webhook/1.0.0.json' with { type: 'json' }
import ciso_intake_1_0_0 from './ciso-intake/1.0.0.json' with { type: 'json' }
import consent_1_0_0 from './consent/1.0.0.json' with { type: 'json' }
import consultations_1_0_0 from './consultations/1.0.0.json' with { type: 'json' }
import contact_1_0_0 from './contact/1.0.0.json' with { type: 'json' }
import evidence_1_0_0 from './evidence/1.0.0.json' with { type: 'json' }
import evidence_library_1_0_0 from './evidence-library/1.0.0.json' with { type: 'json' }
import evidence_revisions_1_0_0 from './evidence-revisions/1.0.0.json' with { type: 'json' }
import flag_audit_1_0_0 from './flag-audit/1.0.0.json' with { type: 'json' }
import flag_evaluation_1_0_0 from './flag-evaluation/1.0.0.json' with { type: 'json' }
import flag_service_1_0_0 from './flag-service/1.0.0.json' with { type: 'json' }
import flags_1_0_0 from './flags/1.0.0.json' with { type: 'json' }
import flow_files_1_0_0 from './flow-files/1.0.0.json' with { type: 'json' }
import flows_1_0_0 from './flows/1.0.0.json' with { type: 'json' }
import gateway_1_0_0 from './gateway/1.0.0.json' with { type: 'json' }
import images_1_0_0 from './images/1.0.0.json' with { type: 'json' }
import job_1_0_0 from './job/1.0.0.json' with { type: 'json' }
import oauth_1_0_0 from './oauth/1.0.0.json' with { type: 'json' }
import observe_1_0_0 from './observe/1.0.0.json' with { type: 'json' }
import observe_internal_1_0_0 from './observe-internal/1.0.0.json' with { type: 'json' }
import observe_rules_1_0_0 from './observe-rules/1.0.0.json' with { type: 'json' }
import organizations_1_0_0 from './organizations/1.0.0.json' with { type: 'json' }
import otlp_1_0_0 from './otlp/1.0.0.json' with { type: 'json' }
import platform_health_1_0_0 from './platform-health/1.0.0.json' with { type: 'json' }
import platform_keys_1_0_0 from './platform-keys/1.0.0.json' with { type: 'json' }
import platform_pages_1_0_0 from './platform-pages/1.0.0.json' with { type: 'json' }
import receipt_files_1_0_0 from './receipt-files/1.0.0.json' with { type: 'json' }
import receipt_log_1_0_0 from './receipt-log/1.0.0.json' with { type: 'json' }
import receipt_verification_1_0_0 from './receipt-verification/1.0.0.json' with { type: 'json' }
import receipts_1_0_0 from './receipts/1.0.0.json' with { type: 'json' }
import runtime_agents_1_0_0 from './runtime-agents/1.0.0.json' with { type: 'json' }
import runtime_decks_1_0_0 from './runtime-decks/1.0.0.json' with { type: 'json' }
import runtime_grader_1_0_0 from './runtime-grader/1.0.0.json' with { type: 'json' }
import runtime_loop_1_0_0 from './runtime-loop/1.0.0.json' with { type: 'json' }
import runtime_loop_stream_1_0_0 from './runtime-loop-stream/1.0.0.json' with { type: 'json' }
import runtime_manifests_1_0_0 from './runtime-manifests/1.0.0.json' with { type: 'json' }
import runtime_pipelines_1_0_0 from './runtime-pipelines/1.0.0.json' with { type: 'json' }
import runtime_readings_1_0_0 from './runtime-readings/1.0.0.json' with { type: 'json' }
import runtime_receipts_1_0_0 from './runtime-receipts/1.0.0.json' with { type: 'json' }
import runtime_scaffolds_1_0_0 from './runtime-scaffolds/1.0.0.json' with { type: 'json' }
import runtime_service_1_0_0 from './runtime-service/1.0.0.json' with { type: 'json' }
import runtime_telemetry_1_0_0 from './runtime-telemetry/1.0.0.json' with { type: 'json' }
import runtime_verification_1_0_0 from './runtime-verification/1.0.0.json' with { type: 'json' }
import scaffold_preview_1_0_0 from './scaffold-preview/1.0.0.json' with { type: 'json' }
import sentiment_monitor_1_0_0 from './sentiment-monitor/1.0.0.json' with { type: 'json' }
import service_1_0_0 from './service/1.0.0.json' with { type: 'json' }
import service_keys_1_0_0 from './service-keys/1.0.0.json' with { type: 'json' }
import sign_in_1_0_0 from './sign-in/1.0.0.json' with { type: 'json' }
import subscribe_1_0_0 from './subscribe/1.0.0.json' with { type: 'json' }
import support_tickets_1_0_0 from './support-tickets/1.0.0.json' with { type: 'json' }
import tenants_1_0_0 from './tenants/1.0.0.json' with { type: 'json' }
import trust_bundles_1_0_0 from './trust-bundles/1.0.0.json' with { type: 'json' }
import trust_page_settings_1_0_0 from './trust-page-settings/1.0.0.json' with { type: 'json' }
import trust_pages_1_0_0 from './trust-pages/1.0.0.json' with { type: 'json' }
import trust_request_forms_1_0_0 from './trust-request-forms/1.0.0.json' with { type: 'json' }
import trust_requests_1_0_0 from './trust-requests/1.0.0.json' with { type: 'json' }
import trust_slugs_1_0_0 from './trust-slugs/1.0.0.json' with { type: 'json' }
import trust_subscriptions_1_0_0 from './trust-subscriptions/1.0.0.json' with { type: 'json' }
import trust_uploads_1_0_0 from './trust-uploads/1.0.0.json' with { type: 'json' }
import usage_1_0_0 from './usage/1.0.0.json' with { type: 'json' }
import variations_1_0_0 from './variations/1.0.0.json' with { type: 'json' }
import webhooks_1_0_0 from './webhooks/1.0.0.json' with { type: 'json' }
import witness_1_0_0 from './witness/1.0.0.json' with { type: 'json' }

/** Published contracts by name and version, as plain data. */
export const published: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  account: {
    '1.0.0': account_1_0_0,
  },
  'account-deletion': {
    '1.0.0': account_deletion_1_0_0,
  },
  'account-exports': {
    '1.0.0': account_exports_1_0_0,
  },
  'agent-grants': {
    '1.0.0': agent_grants_1_0_0,
  },
  'archive-artifacts': {
    '1.0.0': archive_artifacts_1_0_0,
  },
  'archive-chat': {
    '1.0.0': archive_chat_1_0_0,
  },
  'archive-conversations': {
    '1.0.0': archive_conversations_1_0_0,
  },
  'archive-keys': {
    '1.0.0': archive_keys_1_0_0,
  },
  'archive-notebook-chat': {
    '1.0.0': archive_notebook_chat_1_0_0,
  },
  'archive-notebook-search': {
    '1.0.0': archive_notebook_search_1_0_0,
  },
  'archive-notebooks': {
    '1.0.0': archive_notebooks_1_0_0,
  },
  'archive-search': {
    '1.0.0': archive_search_1_0_0,
  },
  'archive-service': {
    '1.0.0': archive_service_1_0_0,
  },
  'archive-stats': {
    '1.0.0': archive_stats_1_0_0,
  },
  'archive-uploads': {
    '1.0.0': archive_uploads_1_0_0,
  },
  assets: {
    '1.0.0': assets_1_0_0,
  },
  billing: {
    '1.0.0': billing_1_0_0,
  },
  'billing-webhook': {
    '1.0.0': billing_webhook_1_0_0,
  },
  'ciso-intake': {
    '1.0.0': ciso_intake_1_0_0,
  },
  consent: {
    '1.0.0': consent_1_0_0,
  },
  consultations: {
    '1.0.0': consultations_1_0_0,
  },
  contact: {
    '1.0.0': contact_1_0_0,
  },
  evidence: {
    '1.0.0': evidence_1_0_0,
  },
  'evidence-library': {
    '1.0.0': evidence_library_1_0_0,
  },
  'evidence-revisions': {
    '1.0.0': evidence_revisions_1_0_0,
  },
  'flag-audit': {
    '1.0.0': flag_audit_1_0_0,
  },
  'flag-evaluation': {
    '1.0.0': flag_evaluation_1_0_0,
  },
  'flag-service': {
    '1.0.0': flag_service_1_0_0,
  },
  flags: {
    '1.0.0': flags_1_0_0,
  },
  'flow-files': {
    '1.0.0': flow_files_1_0_0,
  },
  flows: {
    '1.0.0': flows_1_0_0,
  },
  gateway: {
    '1.0.0': gateway_1_0_0,
  },
  images: {
    '1.0.0': images_1_0_0,
  },
  job: {
    '1.0.0': job_1_0_0,
  },
  oauth: {
    '1.0.0': oauth_1_0_0,
  },
  observe: {
    '1.0.0': observe_1_0_0,
  },
  'observe-internal': {
    '1.0.0': observe_internal_1_0_0,
  },
  'observe-rules': {
    '1.0.0': observe_rules_1_0_0,
  },
  organizations: {
    '1.0.0': organizations_1_0_0,
  },
  otlp: {
    '1.0.0': otlp_1_0_0,
  },
  'platform-health': {
    '1.0.0': platform_health_1_0_0,
  },
  'platform-keys': {
    '1.0.0': platform_keys_1_0_0,
  },
  'platform-pages': {
    '1.0.0': platform_pages_1_0_0,
  },
  'receipt-files': {
    '1.0.0': receipt_files_1_0_0,
  },
  'receipt-log': {
    '1.0.0': receipt_log_1_0_0,
  },
  'receipt-verification': {
    '1.0.0': receipt_verification_1_0_0,
  },
  receipts: {
    '1.0.0': receipts_1_0_0,
  },
  'runtime-agents': {
    '1.0.0': runtime_agents_1_0_0,
  },
  'runtime-decks': {
    '1.0.0': runtime_decks_1_0_0,
  },
  'runtime-grader': {
    '1.0.0': runtime_grader_1_0_0,
  },
  'runtime-loop': {
    '1.0.0': runtime_loop_1_0_0,
  },
  'runtime-loop-stream': {
    '1.0.0': runtime_loop_stream_1_0_0,
  },
  'runtime-manifests': {
    '1.0.0': runtime_manifests_1_0_0,
  },
  'runtime-pipelines': {
    '1.0.0': runtime_pipelines_1_0_0,
  },
  'runtime-readings': {
    '1.0.0': runtime_readings_1_0_0,
  },
  'runtime-receipts': {
    '1.0.0': runtime_receipts_1_0_0,
  },
  'runtime-scaffolds': {
    '1.0.0': runtime_scaffolds_1_0_0,
  },
  'runtime-service': {
    '1.0.0': runtime_service_1_0_0,
  },
  'runtime-telemetry': {
    '1.0.0': runtime_telemetry_1_0_0,
  },
  'runtime-verification': {
    '1.0.0': runtime_verification_1_0_0,
  },
  'scaffold-preview': {
    '1.0.0': scaffold_preview_1_0_0,
  },
  'sentiment-monitor': {
    '1.0.0': sentiment_monitor_1_0_0,
  },
  service: {
    '1.0.0': service_1_0_0,
  },
  'service-keys': {
    '1.0.0': service_keys_1_0_0,
  },
  'sign-in': {
    '1.0.0': sign_in_1_0_0,
  },
  subscribe: {
    '1.0.0': subscribe_1_0_0,
  },
  'support-tickets': {
    '1.0.0': support_tickets_1_0_0,
  },
  tenants: {
    '1.0.0': tenants_1_0_0,
  },
  'trust-bundles': {
    '1.0.0': trust_bundles_1_0_0,
  },
  'trust-page-settings': {
    '1.0.0': trust_page_settings_1_0_0,
  },
  'trust-pages': {
    '1.0.0': trust_pages_1_0_0,
  },
  'trust-request-forms': {
    '1.0.0': trust_request_forms_1_0_0,
  },
  'trust-requests': {
    '1.0.0': trust_requests_1_0_0,
  },
  'trust-slugs': {
    '1.0.0': trust_slugs_1_0_0,
  },
  'trust-subscriptions': {
    '1.0.0': trust_subscriptions_1_0_0,
  },
  'trust-uploads': {
    '1.0.0': trust_uploads_1_0_0,
  },
  usage: {
    '1.0.0': usage_1_0_0,
  },
  variations: {
    '1.0.0': variations_1_0_0,
  },
  webhooks: {
    '1.0.0': webhooks_1_0_0,
  },
  witness: {
    '1.0.0': witness_1_0_0,
  },
}
