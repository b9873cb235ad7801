// Written by "signet-contracts publish". Do not edit: the check holds it against the files beside it.
import account_1_0_0 from './account/1.0.0.json' with { type: 'json' }
import account_1_0_1 from './account/1.0.1.json' with { type: 'json' }
import account_2_0_0 from './account/2.0.0.json' with { type: 'json' }
import account_export_1_0_0 from './account-export/1.0.0.json' with { type: 'json' }
import account_exports_1_0_0 from './account-exports/1.0.0.json' with { type: 'json' }
import account_exports_1_1_0 from './account-exports/1.1.0.json' with { type: 'json' }
import agent_grants_1_0_0 from './agent-grants/1.0.0.json' with { type: 'json' }
import agent_grants_1_1_0 from './agent-grants/1.1.0.json' with { type: 'json' }
import agent_grants_1_1_1 from './agent-grants/1.1.1.json' with { type: 'json' }
import agent_grants_1_2_0 from './agent-grants/1.2.0.json' with { type: 'json' }
import agent_grants_2_0_0 from './agent-grants/2.0.0.json' with { type: 'json' }
import agent_grants_3_0_0 from './agent-grants/3.0.0.json' with { type: 'json' }
import api_key_1_0_0 from './api-key/1.0.0.json' with { type: 'json' }
import api_key_1_0_1 from './api-key/1.0.1.json' with { type: 'json' }
import archive_artifacts_1_0_0 from './archive-artifacts/1.0.0.json' with { type: 'json' }
import archive_artifacts_1_0_1 from './archive-artifacts/1.0.1.json' with { type: 'json' }
import archive_chat_1_0_0 from './archive-chat/1.0.0.json' with { type: 'json' }
import archive_chat_1_0_1 from './archive-chat/1.0.1.json' with { type: 'json' }
import archive_chat_1_1_0 from './archive-chat/1.1.0.json' with { type: 'json' }
import archive_chat_1_2_0 from './archive-chat/1.2.0.json' with { type: 'json' }
import archive_conversations_1_0_0 from './archive-conversations/1.0.0.json' with { type: 'json' }
import archive_conversations_1_0_1 from './archive-conversations/1.0.1.json' with { type: 'json' }
import archive_conversations_2_0_0 from './archive-conversations/2.0.0.json' with { type: 'json' }
import archive_import_1_0_0 from './archive-import/1.0.0.json' with { type: 'json' }
import archive_import_1_0_1 from './archive-import/1.0.1.json' with { type: 'json' }
import archive_import_1_1_0 from './archive-import/1.1.0.json' with { type: 'json' }
import archive_keys_1_0_0 from './archive-keys/1.0.0.json' with { type: 'json' }
import archive_keys_1_0_1 from './archive-keys/1.0.1.json' with { type: 'json' }
import archive_keys_2_0_0 from './archive-keys/2.0.0.json' with { type: 'json' }
import archive_notebook_chat_1_0_0 from './archive-notebook-chat/1.0.0.json' with { type: 'json' }
import archive_notebook_chat_1_0_1 from './archive-notebook-chat/1.0.1.json' with { type: 'json' }
import archive_notebook_chat_1_1_0 from './archive-notebook-chat/1.1.0.json' with { type: 'json' }
import archive_notebook_chat_1_2_0 from './archive-notebook-chat/1.2.0.json' with { type: 'json' }
import archive_notebook_search_1_0_0 from './archive-notebook-search/1.0.0.json' with { type: 'json' }
import archive_notebook_search_1_0_1 from './archive-notebook-search/1.0.1.json' with { type: 'json' }
import archive_notebook_search_2_0_0 from './archive-notebook-search/2.0.0.json' with { type: 'json' }
import archive_notebooks_1_0_0 from './archive-notebooks/1.0.0.json' with { type: 'json' }
import archive_notebooks_1_0_1 from './archive-notebooks/1.0.1.json' with { type: 'json' }
import archive_notebooks_2_0_0 from './archive-notebooks/2.0.0.json' with { type: 'json' }
import archive_search_1_0_0 from './archive-search/1.0.0.json' with { type: 'json' }
import archive_search_1_0_1 from './archive-search/1.0.1.json' with { type: 'json' }
import archive_search_2_0_0 from './archive-search/2.0.0.json' with { type: 'json' }
import archive_service_1_0_0 from './archive-service/1.0.0.json' with { type: 'json' }
import archive_service_1_0_1 from './archive-service/1.0.1.json' with { type: 'json' }
import archive_service_2_0_0 from './archive-service/2.0.0.json' with { type: 'json' }
import archive_stats_1_0_0 from './archive-stats/1.0.0.json' with { type: 'json' }
import archive_stats_1_0_1 from './archive-stats/1.0.1.json' with { type: 'json' }
import archive_stats_2_0_0 from './archive-stats/2.0.0.json' with { type: 'json' }
import archive_stats_2_1_0 from './archive-stats/2.1.0.json' with { type: 'json' }
import archive_uploads_1_0_0 from './archive-uploads/1.0.0.json' with { type: 'json' }
import archive_uploads_1_0_1 from './archive-uploads/1.0.1.json' with { type: 'json' }
import archive_uploads_1_1_0 from './archive-uploads/1.1.0.json' with { type: 'json' }
import archive_uploads_1_2_0 from './archive-uploads/1.2.0.json' with { type: 'json' }
import archive_uploads_1_3_0 from './archive-uploads/1.3.0.json' with { type: 'json' }
import assets_1_0_0 from './assets/1.0.0.json' with { type: 'json' }
import assets_1_1_0 from './assets/1.1.0.json' with { type: 'json' }
import assets_1_1_1 from './assets/1.1.1.json' with { type: 'json' }
import assets_1_2_0 from './assets/1.2.0.json' with { type: 'json' }
import assets_1_2_1 from './assets/1.2.1.json' with { type: 'json' }
import assets_1_3_0 from './assets/1.3.0.json' with { type: 'json' }
import billing_1_0_0 from './billing/1.0.0.json' with { type: 'json' }
import billing_1_1_0 from './billing/1.1.0.json' with { type: 'json' }
import billing_1_2_0 from './billing/1.2.0.json' with { type: 'json' }
import billing_1_2_1 from './billing/1.2.1.json' with { type: 'json' }
import billing_2_0_0 from './billing/2.0.0.json' with { type: 'json' }
import billing_2_0_1 from './billing/2.0.1.json' with { type: 'json' }
import billing_2_1_0 from './billing/2.1.0.json' with { type: 'json' }
import billing_webhook_1_0_0 from './billing-webhook/1.0.0.json' with { type: 'json' }
import billing_webhook_1_1_0 from './billing-webhook/1.1.0.json' with { type: 'json' }
import billing_webhook_1_1_1 from './billing-webhook/1.1.1.json' with { type: 'json' }
import canary_1_0_0 from './canary/1.0.0.json' with { type: 'json' }
import canary_1_0_1 from './canary/1.0.1.json' with { type: 'json' }
import ciso_intake_1_0_0 from './ciso-intake/1.0.0.json' with { type: 'json' }
import ciso_intake_1_1_0 from './ciso-intake/1.1.0.json' with { type: 'json' }
import consent_1_0_0 from './consent/1.0.0.json' with { type: 'json' }
import consent_1_1_0 from './consent/1.1.0.json' with { type: 'json' }
import consent_1_1_1 from './consent/1.1.1.json' with { type: 'json' }
import consultations_1_0_0 from './consultations/1.0.0.json' with { type: 'json' }
import contact_1_0_0 from './contact/1.0.0.json' with { type: 'json' }
import contact_1_0_1 from './contact/1.0.1.json' with { type: 'json' }
import contact_2_0_0 from './contact/2.0.0.json' with { type: 'json' }
import contact_message_1_0_0 from './contact-message/1.0.0.json' with { type: 'json' }
import contact_message_1_0_1 from './contact-message/1.0.1.json' with { type: 'json' }
import departure_1_0_0 from './departure/1.0.0.json' with { type: 'json' }
import departures_1_0_0 from './departures/1.0.0.json' with { type: 'json' }
import evidence_1_0_0 from './evidence/1.0.0.json' with { type: 'json' }
import evidence_1_1_0 from './evidence/1.1.0.json' with { type: 'json' }
import evidence_1_2_0 from './evidence/1.2.0.json' with { type: 'json' }
import evidence_gap_fill_1_0_0 from './evidence-gap-fill/1.0.0.json' with { type: 'json' }
import evidence_library_1_0_0 from './evidence-library/1.0.0.json' with { type: 'json' }
import evidence_library_1_1_0 from './evidence-library/1.1.0.json' with { type: 'json' }
import evidence_revisions_1_0_0 from './evidence-revisions/1.0.0.json' with { type: 'json' }
import evidence_revisions_1_1_0 from './evidence-revisions/1.1.0.json' with { type: 'json' }
import flag_1_0_0 from './flag/1.0.0.json' with { type: 'json' }
import flag_1_0_1 from './flag/1.0.1.json' with { type: 'json' }
import flag_audit_1_0_0 from './flag-audit/1.0.0.json' with { type: 'json' }
import flag_audit_1_1_0 from './flag-audit/1.1.0.json' with { type: 'json' }
import flag_audit_1_1_1 from './flag-audit/1.1.1.json' with { type: 'json' }
import flag_evaluation_1_0_0 from './flag-evaluation/1.0.0.json' with { type: 'json' }
import flag_evaluation_1_1_0 from './flag-evaluation/1.1.0.json' with { type: 'json' }
import flag_evaluation_1_1_1 from './flag-evaluation/1.1.1.json' with { type: 'json' }
import flag_service_1_0_0 from './flag-service/1.0.0.json' with { type: 'json' }
import flag_service_1_0_1 from './flag-service/1.0.1.json' with { type: 'json' }
import flag_service_2_0_0 from './flag-service/2.0.0.json' with { type: 'json' }
import flags_1_0_0 from './flags/1.0.0.json' with { type: 'json' }
import flags_1_1_0 from './flags/1.1.0.json' with { type: 'json' }
import flags_1_2_0 from './flags/1.2.0.json' with { type: 'json' }
import flags_1_3_0 from './flags/1.3.0.json' with { type: 'json' }
import flags_1_3_1 from './flags/1.3.1.json' with { type: 'json' }
import flags_1_4_0 from './flags/1.4.0.json' with { type: 'json' }
import flow_files_1_0_0 from './flow-files/1.0.0.json' with { type: 'json' }
import flows_1_0_0 from './flows/1.0.0.json' with { type: 'json' }
import gateway_1_0_0 from './gateway/1.0.0.json' with { type: 'json' }
import images_1_0_0 from './images/1.0.0.json' with { type: 'json' }
import images_1_1_0 from './images/1.1.0.json' with { type: 'json' }
import images_1_2_0 from './images/1.2.0.json' with { type: 'json' }
import images_1_2_1 from './images/1.2.1.json' with { type: 'json' }
import images_2_0_0 from './images/2.0.0.json' with { type: 'json' }
import images_2_1_0 from './images/2.1.0.json' with { type: 'json' }
import job_1_0_0 from './job/1.0.0.json' with { type: 'json' }
import job_1_1_0 from './job/1.1.0.json' with { type: 'json' }
import job_1_2_0 from './job/1.2.0.json' with { type: 'json' }
import job_1_2_1 from './job/1.2.1.json' with { type: 'json' }
import job_1_3_0 from './job/1.3.0.json' with { type: 'json' }
import job_1_4_0 from './job/1.4.0.json' with { type: 'json' }
import job_1_5_0 from './job/1.5.0.json' with { type: 'json' }
import job_1_6_0 from './job/1.6.0.json' with { type: 'json' }
import job_1_7_0 from './job/1.7.0.json' with { type: 'json' }
import job_1_7_1 from './job/1.7.1.json' with { type: 'json' }
import job_1_8_0 from './job/1.8.0.json' with { type: 'json' }
import job_1_9_0 from './job/1.9.0.json' with { type: 'json' }
import job_1_10_0 from './job/1.10.0.json' with { type: 'json' }
import job_1_10_1 from './job/1.10.1.json' with { type: 'json' }
import job_1_11_0 from './job/1.11.0.json' with { type: 'json' }
import job_1_12_0 from './job/1.12.0.json' with { type: 'json' }
import job_1_12_1 from './job/1.12.1.json' with { type: 'json' }
import job_1_13_0 from './job/1.13.0.json' with { type: 'json' }
import oauth_1_0_0 from './oauth/1.0.0.json' with { type: 'json' }
import oauth_1_1_0 from './oauth/1.1.0.json' with { type: 'json' }
import oauth_1_2_0 from './oauth/1.2.0.json' with { type: 'json' }
import oauth_1_2_1 from './oauth/1.2.1.json' with { type: 'json' }
import oauth_1_2_2 from './oauth/1.2.2.json' with { type: 'json' }
import oauth_1_2_3 from './oauth/1.2.3.json' with { type: 'json' }
import observe_1_0_0 from './observe/1.0.0.json' with { type: 'json' }
import observe_alert_1_0_0 from './observe-alert/1.0.0.json' with { type: 'json' }
import observe_cap_1_0_0 from './observe-cap/1.0.0.json' with { type: 'json' }
import observe_internal_1_0_0 from './observe-internal/1.0.0.json' with { type: 'json' }
import observe_rules_1_0_0 from './observe-rules/1.0.0.json' with { type: 'json' }
import organisation_member_1_0_0 from './organisation-member/1.0.0.json' with { type: 'json' }
import organisation_member_1_0_1 from './organisation-member/1.0.1.json' with { type: 'json' }
import organisation_plan_1_0_0 from './organisation-plan/1.0.0.json' with { type: 'json' }
import organisation_plan_1_0_1 from './organisation-plan/1.0.1.json' with { type: 'json' }
import organisations_1_0_0 from './organisations/1.0.0.json' with { type: 'json' }
import organisations_1_0_1 from './organisations/1.0.1.json' with { type: 'json' }
import organisations_2_0_0 from './organisations/2.0.0.json' with { type: 'json' }
import organisations_2_1_0 from './organisations/2.1.0.json' with { type: 'json' }
import otlp_1_0_0 from './otlp/1.0.0.json' with { type: 'json' }
import platform_health_1_0_0 from './platform-health/1.0.0.json' with { type: 'json' }
import platform_health_1_0_1 from './platform-health/1.0.1.json' with { type: 'json' }
import platform_keys_1_0_0 from './platform-keys/1.0.0.json' with { type: 'json' }
import platform_keys_1_1_0 from './platform-keys/1.1.0.json' with { type: 'json' }
import platform_keys_1_1_1 from './platform-keys/1.1.1.json' with { type: 'json' }
import platform_keys_1_1_2 from './platform-keys/1.1.2.json' with { type: 'json' }
import platform_keys_2_0_0 from './platform-keys/2.0.0.json' with { type: 'json' }
import platform_keys_2_1_0 from './platform-keys/2.1.0.json' with { type: 'json' }
import platform_pages_1_0_0 from './platform-pages/1.0.0.json' with { type: 'json' }
import platform_pages_1_1_0 from './platform-pages/1.1.0.json' with { type: 'json' }
import platform_pages_1_1_1 from './platform-pages/1.1.1.json' with { type: 'json' }
import platform_pages_2_0_0 from './platform-pages/2.0.0.json' with { type: 'json' }
import quota_1_0_0 from './quota/1.0.0.json' with { type: 'json' }
import quota_1_0_1 from './quota/1.0.1.json' with { type: 'json' }
import quota_2_0_0 from './quota/2.0.0.json' with { type: 'json' }
import receipt_files_1_0_0 from './receipt-files/1.0.0.json' with { type: 'json' }
import receipt_log_1_0_0 from './receipt-log/1.0.0.json' with { type: 'json' }
import receipt_verification_1_0_0 from './receipt-verification/1.0.0.json' with { type: 'json' }
import receipts_1_0_0 from './receipts/1.0.0.json' with { type: 'json' }
import receipts_1_1_0 from './receipts/1.1.0.json' with { type: 'json' }
import runtime_agents_1_0_0 from './runtime-agents/1.0.0.json' with { type: 'json' }
import runtime_agents_1_1_0 from './runtime-agents/1.1.0.json' with { type: 'json' }
import runtime_agents_1_2_0 from './runtime-agents/1.2.0.json' with { type: 'json' }
import runtime_decks_1_0_0 from './runtime-decks/1.0.0.json' with { type: 'json' }
import runtime_grader_1_0_0 from './runtime-grader/1.0.0.json' with { type: 'json' }
import runtime_loop_1_0_0 from './runtime-loop/1.0.0.json' with { type: 'json' }
import runtime_loop_stream_1_0_0 from './runtime-loop-stream/1.0.0.json' with { type: 'json' }
import runtime_manifests_1_0_0 from './runtime-manifests/1.0.0.json' with { type: 'json' }
import runtime_pipelines_1_0_0 from './runtime-pipelines/1.0.0.json' with { type: 'json' }
import runtime_readings_1_0_0 from './runtime-readings/1.0.0.json' with { type: 'json' }
import runtime_receipts_1_0_0 from './runtime-receipts/1.0.0.json' with { type: 'json' }
import runtime_receipts_1_1_0 from './runtime-receipts/1.1.0.json' with { type: 'json' }
import runtime_scaffolds_1_0_0 from './runtime-scaffolds/1.0.0.json' with { type: 'json' }
import runtime_scaffolds_1_1_0 from './runtime-scaffolds/1.1.0.json' with { type: 'json' }
import runtime_service_1_0_0 from './runtime-service/1.0.0.json' with { type: 'json' }
import runtime_telemetry_1_0_0 from './runtime-telemetry/1.0.0.json' with { type: 'json' }
import runtime_verification_1_0_0 from './runtime-verification/1.0.0.json' with { type: 'json' }
import scaffold_preview_1_0_0 from './scaffold-preview/1.0.0.json' with { type: 'json' }
import scaffold_preview_1_0_1 from './scaffold-preview/1.0.1.json' with { type: 'json' }
import segment_1_0_0 from './segment/1.0.0.json' with { type: 'json' }
import segment_1_0_1 from './segment/1.0.1.json' with { type: 'json' }
import sentiment_monitor_1_0_0 from './sentiment-monitor/1.0.0.json' with { type: 'json' }
import sentiment_monitor_1_0_1 from './sentiment-monitor/1.0.1.json' with { type: 'json' }
import service_1_0_0 from './service/1.0.0.json' with { type: 'json' }
import service_1_1_0 from './service/1.1.0.json' with { type: 'json' }
import service_1_2_0 from './service/1.2.0.json' with { type: 'json' }
import service_1_3_0 from './service/1.3.0.json' with { type: 'json' }
import service_1_3_1 from './service/1.3.1.json' with { type: 'json' }
import service_keys_1_0_0 from './service-keys/1.0.0.json' with { type: 'json' }
import service_keys_2_0_0 from './service-keys/2.0.0.json' with { type: 'json' }
import service_keys_2_0_1 from './service-keys/2.0.1.json' with { type: 'json' }
import service_keys_3_0_0 from './service-keys/3.0.0.json' with { type: 'json' }
import sign_in_1_0_0 from './sign-in/1.0.0.json' with { type: 'json' }
import sign_in_1_0_1 from './sign-in/1.0.1.json' with { type: 'json' }
import sign_in_1_0_2 from './sign-in/1.0.2.json' with { type: 'json' }
import sign_in_1_0_3 from './sign-in/1.0.3.json' with { type: 'json' }
import subscribe_1_0_0 from './subscribe/1.0.0.json' with { type: 'json' }
import subscribe_1_0_1 from './subscribe/1.0.1.json' with { type: 'json' }
import subscribe_2_0_0 from './subscribe/2.0.0.json' with { type: 'json' }
import subscriber_1_0_0 from './subscriber/1.0.0.json' with { type: 'json' }
import subscriber_1_0_1 from './subscriber/1.0.1.json' with { type: 'json' }
import support_ticket_1_0_0 from './support-ticket/1.0.0.json' with { type: 'json' }
import support_ticket_1_0_1 from './support-ticket/1.0.1.json' with { type: 'json' }
import support_tickets_1_0_0 from './support-tickets/1.0.0.json' with { type: 'json' }
import support_tickets_1_0_1 from './support-tickets/1.0.1.json' with { type: 'json' }
import support_tickets_2_0_0 from './support-tickets/2.0.0.json' with { type: 'json' }
import tenant_1_0_0 from './tenant/1.0.0.json' with { type: 'json' }
import tenant_1_0_1 from './tenant/1.0.1.json' with { type: 'json' }
import tenants_1_0_0 from './tenants/1.0.0.json' with { type: 'json' }
import tenants_1_1_0 from './tenants/1.1.0.json' with { type: 'json' }
import tenants_1_1_1 from './tenants/1.1.1.json' with { type: 'json' }
import tenants_1_2_0 from './tenants/1.2.0.json' with { type: 'json' }
import tenants_1_2_1 from './tenants/1.2.1.json' with { type: 'json' }
import tenants_2_0_0 from './tenants/2.0.0.json' with { type: 'json' }
import trust_bundles_1_0_0 from './trust-bundles/1.0.0.json' with { type: 'json' }
import trust_bundles_2_0_0 from './trust-bundles/2.0.0.json' with { type: 'json' }
import trust_bundles_3_0_0 from './trust-bundles/3.0.0.json' with { type: 'json' }
import trust_bundles_3_1_0 from './trust-bundles/3.1.0.json' with { type: 'json' }
import trust_page_1_0_0 from './trust-page/1.0.0.json' with { type: 'json' }
import trust_page_settings_1_0_0 from './trust-page-settings/1.0.0.json' with { type: 'json' }
import trust_pages_1_0_0 from './trust-pages/1.0.0.json' with { type: 'json' }
import trust_pages_1_1_0 from './trust-pages/1.1.0.json' with { type: 'json' }
import trust_pages_1_2_0 from './trust-pages/1.2.0.json' with { type: 'json' }
import trust_request_1_0_0 from './trust-request/1.0.0.json' with { type: 'json' }
import trust_request_1_1_0 from './trust-request/1.1.0.json' with { type: 'json' }
import trust_request_forms_1_0_0 from './trust-request-forms/1.0.0.json' with { type: 'json' }
import trust_request_forms_1_0_1 from './trust-request-forms/1.0.1.json' with { type: 'json' }
import trust_requests_1_0_0 from './trust-requests/1.0.0.json' with { type: 'json' }
import trust_slugs_1_0_0 from './trust-slugs/1.0.0.json' with { type: 'json' }
import trust_subscriptions_1_0_0 from './trust-subscriptions/1.0.0.json' with { type: 'json' }
import trust_uploads_1_0_0 from './trust-uploads/1.0.0.json' with { type: 'json' }
import usage_1_0_0 from './usage/1.0.0.json' with { type: 'json' }
import usage_1_0_1 from './usage/1.0.1.json' with { type: 'json' }
import usage_2_0_0 from './usage/2.0.0.json' with { type: 'json' }
import usage_2_1_0 from './usage/2.1.0.json' with { type: 'json' }
import variations_1_0_0 from './variations/1.0.0.json' with { type: 'json' }
import variations_1_0_1 from './variations/1.0.1.json' with { type: 'json' }
import variations_1_1_0 from './variations/1.1.0.json' with { type: 'json' }
import variations_1_2_0 from './variations/1.2.0.json' with { type: 'json' }
import variations_1_3_0 from './variations/1.3.0.json' with { type: 'json' }
import webhooks_1_0_0 from './webhooks/1.0.0.json' with { type: 'json' }
import webhooks_1_1_0 from './webhooks/1.1.0.json' with { type: 'json' }
import webhooks_1_1_1 from './webhooks/1.1.1.json' with { type: 'json' }
import witness_1_0_0 from './witness/1.0.0.json' with { type: 'json' }

/** Published contracts by name and version, as plain data. */
export const published: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  account: {
    '1.0.0': account_1_0_0,
    '1.0.1': account_1_0_1,
    '2.0.0': account_2_0_0,
  },
  'account-export': {
    '1.0.0': account_export_1_0_0,
  },
  'account-exports': {
    '1.0.0': account_exports_1_0_0,
    '1.1.0': account_exports_1_1_0,
  },
  'agent-grants': {
    '1.0.0': agent_grants_1_0_0,
    '1.1.0': agent_grants_1_1_0,
    '1.1.1': agent_grants_1_1_1,
    '1.2.0': agent_grants_1_2_0,
    '2.0.0': agent_grants_2_0_0,
    '3.0.0': agent_grants_3_0_0,
  },
  'api-key': {
    '1.0.0': api_key_1_0_0,
    '1.0.1': api_key_1_0_1,
  },
  'archive-artifacts': {
    '1.0.0': archive_artifacts_1_0_0,
    '1.0.1': archive_artifacts_1_0_1,
  },
  'archive-chat': {
    '1.0.0': archive_chat_1_0_0,
    '1.0.1': archive_chat_1_0_1,
    '1.1.0': archive_chat_1_1_0,
    '1.2.0': archive_chat_1_2_0,
  },
  'archive-conversations': {
    '1.0.0': archive_conversations_1_0_0,
    '1.0.1': archive_conversations_1_0_1,
    '2.0.0': archive_conversations_2_0_0,
  },
  'archive-import': {
    '1.0.0': archive_import_1_0_0,
    '1.0.1': archive_import_1_0_1,
    '1.1.0': archive_import_1_1_0,
  },
  'archive-keys': {
    '1.0.0': archive_keys_1_0_0,
    '1.0.1': archive_keys_1_0_1,
    '2.0.0': archive_keys_2_0_0,
  },
  'archive-notebook-chat': {
    '1.0.0': archive_notebook_chat_1_0_0,
    '1.0.1': archive_notebook_chat_1_0_1,
    '1.1.0': archive_notebook_chat_1_1_0,
    '1.2.0': archive_notebook_chat_1_2_0,
  },
  'archive-notebook-search': {
    '1.0.0': archive_notebook_search_1_0_0,
    '1.0.1': archive_notebook_search_1_0_1,
    '2.0.0': archive_notebook_search_2_0_0,
  },
  'archive-notebooks': {
    '1.0.0': archive_notebooks_1_0_0,
    '1.0.1': archive_notebooks_1_0_1,
    '2.0.0': archive_notebooks_2_0_0,
  },
  'archive-search': {
    '1.0.0': archive_search_1_0_0,
    '1.0.1': archive_search_1_0_1,
    '2.0.0': archive_search_2_0_0,
  },
  'archive-service': {
    '1.0.0': archive_service_1_0_0,
    '1.0.1': archive_service_1_0_1,
    '2.0.0': archive_service_2_0_0,
  },
  'archive-stats': {
    '1.0.0': archive_stats_1_0_0,
    '1.0.1': archive_stats_1_0_1,
    '2.0.0': archive_stats_2_0_0,
    '2.1.0': archive_stats_2_1_0,
  },
  'archive-uploads': {
    '1.0.0': archive_uploads_1_0_0,
    '1.0.1': archive_uploads_1_0_1,
    '1.1.0': archive_uploads_1_1_0,
    '1.2.0': archive_uploads_1_2_0,
    '1.3.0': archive_uploads_1_3_0,
  },
  assets: {
    '1.0.0': assets_1_0_0,
    '1.1.0': assets_1_1_0,
    '1.1.1': assets_1_1_1,
    '1.2.0': assets_1_2_0,
    '1.2.1': assets_1_2_1,
    '1.3.0': assets_1_3_0,
  },
  billing: {
    '1.0.0': billing_1_0_0,
    '1.1.0': billing_1_1_0,
    '1.2.0': billing_1_2_0,
    '1.2.1': billing_1_2_1,
    '2.0.0': billing_2_0_0,
    '2.0.1': billing_2_0_1,
    '2.1.0': billing_2_1_0,
  },
  'billing-webhook': {
    '1.0.0': billing_webhook_1_0_0,
    '1.1.0': billing_webhook_1_1_0,
    '1.1.1': billing_webhook_1_1_1,
  },
  canary: {
    '1.0.0': canary_1_0_0,
    '1.0.1': canary_1_0_1,
  },
  'ciso-intake': {
    '1.0.0': ciso_intake_1_0_0,
    '1.1.0': ciso_intake_1_1_0,
  },
  consent: {
    '1.0.0': consent_1_0_0,
    '1.1.0': consent_1_1_0,
    '1.1.1': consent_1_1_1,
  },
  consultations: {
    '1.0.0': consultations_1_0_0,
  },
  contact: {
    '1.0.0': contact_1_0_0,
    '1.0.1': contact_1_0_1,
    '2.0.0': contact_2_0_0,
  },
  'contact-message': {
    '1.0.0': contact_message_1_0_0,
    '1.0.1': contact_message_1_0_1,
  },
  departure: {
    '1.0.0': departure_1_0_0,
  },
  departures: {
    '1.0.0': departures_1_0_0,
  },
  evidence: {
    '1.0.0': evidence_1_0_0,
    '1.1.0': evidence_1_1_0,
    '1.2.0': evidence_1_2_0,
  },
  'evidence-gap-fill': {
    '1.0.0': evidence_gap_fill_1_0_0,
  },
  'evidence-library': {
    '1.0.0': evidence_library_1_0_0,
    '1.1.0': evidence_library_1_1_0,
  },
  'evidence-revisions': {
    '1.0.0': evidence_revisions_1_0_0,
    '1.1.0': evidence_revisions_1_1_0,
  },
  flag: {
    '1.0.0': flag_1_0_0,
    '1.0.1': flag_1_0_1,
  },
  'flag-audit': {
    '1.0.0': flag_audit_1_0_0,
    '1.1.0': flag_audit_1_1_0,
    '1.1.1': flag_audit_1_1_1,
  },
  'flag-evaluation': {
    '1.0.0': flag_evaluation_1_0_0,
    '1.1.0': flag_evaluation_1_1_0,
    '1.1.1': flag_evaluation_1_1_1,
  },
  'flag-service': {
    '1.0.0': flag_service_1_0_0,
    '1.0.1': flag_service_1_0_1,
    '2.0.0': flag_service_2_0_0,
  },
  flags: {
    '1.0.0': flags_1_0_0,
    '1.1.0': flags_1_1_0,
    '1.2.0': flags_1_2_0,
    '1.3.0': flags_1_3_0,
    '1.3.1': flags_1_3_1,
    '1.4.0': flags_1_4_0,
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
    '1.1.0': images_1_1_0,
    '1.2.0': images_1_2_0,
    '1.2.1': images_1_2_1,
    '2.0.0': images_2_0_0,
    '2.1.0': images_2_1_0,
  },
  job: {
    '1.0.0': job_1_0_0,
    '1.1.0': job_1_1_0,
    '1.2.0': job_1_2_0,
    '1.2.1': job_1_2_1,
    '1.3.0': job_1_3_0,
    '1.4.0': job_1_4_0,
    '1.5.0': job_1_5_0,
    '1.6.0': job_1_6_0,
    '1.7.0': job_1_7_0,
    '1.7.1': job_1_7_1,
    '1.8.0': job_1_8_0,
    '1.9.0': job_1_9_0,
    '1.10.0': job_1_10_0,
    '1.10.1': job_1_10_1,
    '1.11.0': job_1_11_0,
    '1.12.0': job_1_12_0,
    '1.12.1': job_1_12_1,
    '1.13.0': job_1_13_0,
  },
  oauth: {
    '1.0.0': oauth_1_0_0,
    '1.1.0': oauth_1_1_0,
    '1.2.0': oauth_1_2_0,
    '1.2.1': oauth_1_2_1,
    '1.2.2': oauth_1_2_2,
    '1.2.3': oauth_1_2_3,
  },
  observe: {
    '1.0.0': observe_1_0_0,
  },
  'observe-alert': {
    '1.0.0': observe_alert_1_0_0,
  },
  'observe-cap': {
    '1.0.0': observe_cap_1_0_0,
  },
  'observe-internal': {
    '1.0.0': observe_internal_1_0_0,
  },
  'observe-rules': {
    '1.0.0': observe_rules_1_0_0,
  },
  'organisation-member': {
    '1.0.0': organisation_member_1_0_0,
    '1.0.1': organisation_member_1_0_1,
  },
  'organisation-plan': {
    '1.0.0': organisation_plan_1_0_0,
    '1.0.1': organisation_plan_1_0_1,
  },
  organisations: {
    '1.0.0': organisations_1_0_0,
    '1.0.1': organisations_1_0_1,
    '2.0.0': organisations_2_0_0,
    '2.1.0': organisations_2_1_0,
  },
  otlp: {
    '1.0.0': otlp_1_0_0,
  },
  'platform-health': {
    '1.0.0': platform_health_1_0_0,
    '1.0.1': platform_health_1_0_1,
  },
  'platform-keys': {
    '1.0.0': platform_keys_1_0_0,
    '1.1.0': platform_keys_1_1_0,
    '1.1.1': platform_keys_1_1_1,
    '1.1.2': platform_keys_1_1_2,
    '2.0.0': platform_keys_2_0_0,
    '2.1.0': platform_keys_2_1_0,
  },
  'platform-pages': {
    '1.0.0': platform_pages_1_0_0,
    '1.1.0': platform_pages_1_1_0,
    '1.1.1': platform_pages_1_1_1,
    '2.0.0': platform_pages_2_0_0,
  },
  quota: {
    '1.0.0': quota_1_0_0,
    '1.0.1': quota_1_0_1,
    '2.0.0': quota_2_0_0,
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
    '1.1.0': receipts_1_1_0,
  },
  'runtime-agents': {
    '1.0.0': runtime_agents_1_0_0,
    '1.1.0': runtime_agents_1_1_0,
    '1.2.0': runtime_agents_1_2_0,
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
    '1.1.0': runtime_receipts_1_1_0,
  },
  'runtime-scaffolds': {
    '1.0.0': runtime_scaffolds_1_0_0,
    '1.1.0': runtime_scaffolds_1_1_0,
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
    '1.0.1': scaffold_preview_1_0_1,
  },
  segment: {
    '1.0.0': segment_1_0_0,
    '1.0.1': segment_1_0_1,
  },
  'sentiment-monitor': {
    '1.0.0': sentiment_monitor_1_0_0,
    '1.0.1': sentiment_monitor_1_0_1,
  },
  service: {
    '1.0.0': service_1_0_0,
    '1.1.0': service_1_1_0,
    '1.2.0': service_1_2_0,
    '1.3.0': service_1_3_0,
    '1.3.1': service_1_3_1,
  },
  'service-keys': {
    '1.0.0': service_keys_1_0_0,
    '2.0.0': service_keys_2_0_0,
    '2.0.1': service_keys_2_0_1,
    '3.0.0': service_keys_3_0_0,
  },
  'sign-in': {
    '1.0.0': sign_in_1_0_0,
    '1.0.1': sign_in_1_0_1,
    '1.0.2': sign_in_1_0_2,
    '1.0.3': sign_in_1_0_3,
  },
  subscribe: {
    '1.0.0': subscribe_1_0_0,
    '1.0.1': subscribe_1_0_1,
    '2.0.0': subscribe_2_0_0,
  },
  subscriber: {
    '1.0.0': subscriber_1_0_0,
    '1.0.1': subscriber_1_0_1,
  },
  'support-ticket': {
    '1.0.0': support_ticket_1_0_0,
    '1.0.1': support_ticket_1_0_1,
  },
  'support-tickets': {
    '1.0.0': support_tickets_1_0_0,
    '1.0.1': support_tickets_1_0_1,
    '2.0.0': support_tickets_2_0_0,
  },
  tenant: {
    '1.0.0': tenant_1_0_0,
    '1.0.1': tenant_1_0_1,
  },
  tenants: {
    '1.0.0': tenants_1_0_0,
    '1.1.0': tenants_1_1_0,
    '1.1.1': tenants_1_1_1,
    '1.2.0': tenants_1_2_0,
    '1.2.1': tenants_1_2_1,
    '2.0.0': tenants_2_0_0,
  },
  'trust-bundles': {
    '1.0.0': trust_bundles_1_0_0,
    '2.0.0': trust_bundles_2_0_0,
    '3.0.0': trust_bundles_3_0_0,
    '3.1.0': trust_bundles_3_1_0,
  },
  'trust-page': {
    '1.0.0': trust_page_1_0_0,
  },
  'trust-page-settings': {
    '1.0.0': trust_page_settings_1_0_0,
  },
  'trust-pages': {
    '1.0.0': trust_pages_1_0_0,
    '1.1.0': trust_pages_1_1_0,
    '1.2.0': trust_pages_1_2_0,
  },
  'trust-request': {
    '1.0.0': trust_request_1_0_0,
    '1.1.0': trust_request_1_1_0,
  },
  'trust-request-forms': {
    '1.0.0': trust_request_forms_1_0_0,
    '1.0.1': trust_request_forms_1_0_1,
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
    '1.0.1': usage_1_0_1,
    '2.0.0': usage_2_0_0,
    '2.1.0': usage_2_1_0,
  },
  variations: {
    '1.0.0': variations_1_0_0,
    '1.0.1': variations_1_0_1,
    '1.1.0': variations_1_1_0,
    '1.2.0': variations_1_2_0,
    '1.3.0': variations_1_3_0,
  },
  webhooks: {
    '1.0.0': webhooks_1_0_0,
    '1.1.0': webhooks_1_1_0,
    '1.1.1': webhooks_1_1_1,
  },
  witness: {
    '1.0.0': witness_1_0_0,
  },
}
