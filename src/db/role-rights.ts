// The rights of each role on each table of the database, and beside tables.
import type { Tables } from './tables.ts'

export type Role = 'api' | 'engine' | 'jobs'

/** Tables and views that are only used by plain SQL. */
type Table =
  | keyof Tables
  | 'traffic_by_client'
  | 'traffic_by_gateway'
  | 'traffic_by_reseller'
  | 'traffic_addition'
  | 'traffic_sum'
  | 'traffic_condensed'
  | 'ledger_day'
  | 'ledger_summed'
  | 'country_code'
  | 're_rating_change'
  | 'invoice_series'
  | 'file_reading'
  | 'rate_import_chunk'
  | 'rate_import_row'
  | 'rate_import_before'
  | 'rate_import_party'
  | 'rate_import_loss'
  | 'reconciliation_chunk'
  | 'reconciliation_row'
  | 'reconciliation_sum'
  | 'past_rate'
  | 'price_notification_row'
  | 'activity_chain'
  | 'removed_ledger_sum'
  | 'removed_package_seconds'
  | 'retention_run'
  | 'number_masking'
  | 'recalled_call_record'
  | 'recalled_call_charge'
  | 'failing_work'
  | 'job'
  | 'acknowledged_warning'
  | 'record_feed'
  | 'sip_ports_change'
  | 'firewall_trial'
  | 'process_metrics'
  | 'migration'

/** Letters of what is allowed: select, insert, update, delete. */
export const RIGHTS: Record<Table, Record<Role, string>> = {
  // Only added to.
  ledger_entry: { api: 'si', engine: 'si', jobs: 'si' },
  activity_log: { api: 'si', engine: '', jobs: 'i' },
  payment: { api: 'si', engine: '', jobs: 'si' },
  netting: { api: 'si', engine: '', jobs: '' },

  // Calls: written and re-rated by the engine; the API requests hang-ups and re-ratings.
  open_call: { api: 'su', engine: 'siud', jobs: '' },
  limit_counter: { api: 's', engine: 'siu', jobs: '' },
  call_record: { api: 's', engine: 'siu', jobs: 's' },
  call_charge: { api: 's', engine: 'siu', jobs: 's' },
  routing_log: { api: 's', engine: 'si', jobs: '' },
  sip_message: { api: 's', engine: '', jobs: 'si' },
  call_recording: { api: 's', engine: '', jobs: 'si' },
  traffic_by_client: { api: 's', engine: '', jobs: 's' },
  traffic_by_gateway: { api: 's', engine: 's', jobs: '' },
  traffic_by_reseller: { api: 's', engine: '', jobs: 's' },
  traffic_addition: { api: 's', engine: 'si', jobs: 'sd' },
  traffic_sum: { api: 's', engine: '', jobs: 'siud' },
  traffic_condensed: { api: 's', engine: 's', jobs: 'su' },
  ledger_day: { api: 's', engine: '', jobs: 'siu' },
  ledger_summed: { api: 's', engine: '', jobs: 'su' },
  account_balance: { api: 'siu', engine: 'su', jobs: 'su' },
  package_period: { api: 'siu', engine: 'su', jobs: 'siu' },
  package_subscription: { api: 'siu', engine: 'su', jobs: 'su' },
  invoice: { api: 'siud', engine: '', jobs: 'siu' },
  invoice_line: { api: 'sd', engine: '', jobs: 'si' },
  invoice_payment: { api: 'si', engine: '', jobs: 's' },
  invoice_series: { api: 'siu', engine: '', jobs: 'siu' },
  invoice_profile: { api: 'siu', engine: '', jobs: 's' },
  re_rating: { api: 'siud', engine: 'su', jobs: '' },
  re_rating_change: { api: 's', engine: 'siu', jobs: 's' },

  // Who signs in, and what they keep.
  console_user: { api: 'siud', engine: '', jobs: '' },
  permission_group: { api: 'siu', engine: '', jobs: '' },
  user_permission_group: { api: 'sid', engine: '', jobs: '' },
  session: { api: 'siud', engine: '', jobs: '' },
  second_factor: { api: 'siud', engine: '', jobs: '' },
  recovery_code: { api: 'siud', engine: '', jobs: '' },
  api_token: { api: 'siu', engine: '', jobs: '' },
  saved_view: { api: 'siud', engine: '', jobs: '' },
  export_job: { api: 'siud', engine: '', jobs: '' },
  export_part: { api: 'sid', engine: '', jobs: '' },
  bell_mark: { api: 'siu', engine: '', jobs: '' },
  bulk_change: { api: 'siud', engine: '', jobs: '' },
  bulk_change_thing: { api: 'siud', engine: '', jobs: '' },
  captcha_used: { api: 'siud', engine: '', jobs: '' },
  login_limit: { api: 'siud', engine: '', jobs: '' },

  // State that the engine determines; failed logins are written by the API.
  auth_failure: { api: 'siu', engine: 'siu', jobs: 's' },
  registration: { api: 'sud', engine: 'siud', jobs: '' },
  ban: { api: 'siud', engine: 'siud', jobs: 's' },
  gateway_state: { api: 'siu', engine: 'su', jobs: 's' },
  process_state: { api: 's', engine: 'siu', jobs: 's' },
  process_metrics: { api: 's', engine: 'siu', jobs: 'siu' },
  firewall_hit: { api: 'siu', engine: 'siu', jobs: '' },
  limit_hit: { api: 's', engine: 'siud', jobs: 's' },
  // Runs of the jobs; the API requests one by a signal.
  job: { api: 's', engine: '', jobs: 'siud' },
  failing_work: { api: 'siud', engine: 'siud', jobs: 'siud' },
  acknowledged_warning: { api: 'siud', engine: '', jobs: '' },

  // Written by the supervisor; the API requests tasks.
  machine_sample: { api: 's', engine: '', jobs: '' },
  machine_task: { api: 'si', engine: '', jobs: '' },
  // The API forgets the key that a user has stored.
  backup_store: { api: 'su', engine: '', jobs: 's' },
  base_backup: { api: 's', engine: '', jobs: 's' },
  restore_test: { api: 's', engine: '', jobs: 's' },
  sip_ports_change: { api: 'siu', engine: '', jobs: '' },
  // The API adds and drains nodes; the supervisors let them join.
  node: { api: 'siu', engine: 's', jobs: 's' },
  node_join: { api: 'siud', engine: '', jobs: '' },

  // The record feed: where each consumer is.
  record_feed: { api: '', engine: '', jobs: 'su' },
  record_consumer: { api: 'siud', engine: '', jobs: 's' },
  trace_rule: { api: 'siud', engine: 's', jobs: '' },
  recording_rule: { api: 'siud', engine: 's', jobs: '' },
  record_delivery: { api: 'siu', engine: '', jobs: 'su' },

  // Events that people are notified of, written with the change.
  notification_event: { api: 'si', engine: '', jobs: 'siu' },
  // Alarms are those of the jobs; the API acknowledges and snoozes them.
  alarm_rule: { api: 'siud', engine: '', jobs: 's' },
  alarm: { api: 'su', engine: '', jobs: 'siud' },
  alarm_snooze: { api: 'siud', engine: '', jobs: 'sd' },
  notification_rule: { api: 'siud', engine: '', jobs: 's' },
  notification_webhook: { api: 'siud', engine: '', jobs: 's' },
  notification_delivery: { api: 'siu', engine: '', jobs: 'siu' },
  // Drawn by the API, which notes when it fails to.
  notification_attachment: { api: 'siu', engine: '', jobs: 'si' },
  notification_attempt: { api: 'si', engine: '', jobs: 'si' },
  notification_opt_out: { api: 'si', engine: '', jobs: 's' },
  bounced_address: { api: 'sd', engine: '', jobs: 'siu' },
  mail_server: { api: 'siu', engine: '', jobs: 's' },

  // Configuration: the console writes it, the engine reads it.
  setting: { api: 'siu', engine: 's', jobs: 's' },
  logo: { api: 'siud', engine: '', jobs: '' },
  firewall_zone: { api: 'siud', engine: 's', jobs: '' },
  firewall_trial: { api: 'siu', engine: '', jobs: '' },
  firewall_network: { api: 'siud', engine: 's', jobs: '' },
  country_file: { api: 'sid', engine: 's', jobs: '' },
  change_number: { api: 'su', engine: 'su', jobs: 'su' },
  account: { api: 'siu', engine: 's', jobs: 's' },
  client: { api: 'siu', engine: 's', jobs: 's' },
  reseller: { api: 'siu', engine: 's', jobs: 'su' },
  reseller_plan: { api: 'sid', engine: '', jobs: '' },
  brand: { api: 'siud', engine: '', jobs: 's' },
  brand_image: { api: 'siud', engine: '', jobs: 's' },
  settlement: { api: 'siu', engine: 's', jobs: 's' },
  currency: { api: 'siud', engine: 's', jobs: 's' },
  tariff: { api: 'siu', engine: 's', jobs: 'su' },
  tariff_rate: { api: 'siud', engine: 's', jobs: 'siud' },
  tariff_markup: { api: 'siud', engine: '', jobs: 'sud' },
  tariff_markup_change: { api: 'sid', engine: '', jobs: 'sid' },
  // The API requests that a file is read, and takes the answer.
  file_reading: { api: 'sid', engine: '', jobs: 'sud' },
  rate_import: { api: 'siud', engine: '', jobs: 'su' },
  rate_import_chunk: { api: 'si', engine: '', jobs: 's' },
  rate_import_row: { api: 's', engine: '', jobs: 'siud' },
  rate_import_before: { api: 's', engine: '', jobs: 'sid' },
  rate_import_party: { api: 's', engine: '', jobs: 'sid' },
  rate_import_loss: { api: 's', engine: '', jobs: 'siud' },
  reconciliation: { api: 'siud', engine: '', jobs: 'su' },
  reconciliation_chunk: { api: 'si', engine: '', jobs: 's' },
  reconciliation_row: { api: 's', engine: '', jobs: 'sid' },
  reconciliation_sum: { api: 's', engine: '', jobs: 'sid' },
  reconciliation_note: { api: 'si', engine: '', jobs: '' },
  // Written by triggers.
  price_notification: { api: 'sid', engine: '', jobs: 'su' },
  price_notification_recipient: { api: 'si', engine: '', jobs: 's' },
  price_notification_row: { api: 's', engine: '', jobs: 'si' },
  past_rate: { api: 's', engine: '', jobs: 's' },
  sip_user: { api: 'siud', engine: 's', jobs: '' },
  address_request: { api: 'siud', engine: '', jobs: '' },
  client_ip: { api: 'siud', engine: 's', jobs: 's' },
  package: { api: 'siu', engine: 's', jobs: 's' },
  failover_policy: { api: 'siu', engine: 's', jobs: '' },
  tunnel: { api: 'siu', engine: 's', jobs: '' },
  gateway: { api: 'siu', engine: 's', jobs: '' },
  gateway_group: { api: 'siu', engine: 's', jobs: '' },
  gateway_group_member: { api: 'siud', engine: 's', jobs: '' },
  route_plan: { api: 'siu', engine: 's', jobs: '' },
  route_rule: { api: 'siud', engine: 's', jobs: '' },
  route_target: { api: 'siud', engine: 's', jobs: '' },
  time_window: { api: 'siu', engine: 's', jobs: 's' },
  number_list: { api: 'siu', engine: 's', jobs: '' },
  number_list_item: { api: 'siud', engine: 's', jobs: '' },
  translation: { api: 'siu', engine: 's', jobs: '' },
  code_deck_entry: { api: 'siud', engine: 's', jobs: 's' },

  // Requested by the API, done by the supervisor.
  partition_removal: { api: 's', engine: '', jobs: 's' },
  // A trigger of accounts looks whether money has moved.
  removed_ledger_sum: { api: 's', engine: '', jobs: '' },
  removed_package_seconds: { api: '', engine: '', jobs: '' },
  // Read through the views of the schema `archive`.
  recall: { api: 'siu', engine: '', jobs: '' },
  recalled_call_record: { api: '', engine: '', jobs: '' },
  recalled_call_charge: { api: '', engine: '', jobs: '' },
  retention_run: { api: 's', engine: '', jobs: '' },
  // Re-ratings leave out the calls of erased accounts.
  erasure: { api: 'si', engine: 's', jobs: '' },
  // A comparison of calls needs whole numbers.
  number_masking: { api: 's', engine: '', jobs: 's' },

  // Written by a trigger of the activity log with the rights of the owner.
  activity_chain: { api: '', engine: '', jobs: '' },

  // Calls of a country.
  country_code: { api: 's', engine: '', jobs: '' },

  // Only the supervisor has rights here.
  migration: { api: '', engine: '', jobs: '' },
}

/**
 * Beside tables: the API numbers rules before it writes them, gathers pasted lists first, has
 * changes of a re-rating tried again, and requests that partitions are removed.
 */
export const FURTHER: Record<Role, (database: string) => string[]> = {
  api: (database) => [
    `usage on sequence route_rule_id_seq`,
    `usage on sequence activity_log_id_seq, auth_failure_id_seq`,
    `select on sequence call_record_position`,
    `connect, temporary on database ${database}`,
    `update (problem) on re_rating_change`,
    `usage on schema archive`,
    `select on archive.call_record, archive.call_charge`,
    `insert (name, parent, from_at, to_at, wants_export, is_forced, requested_by)
      on partition_removal`,
    `update (state, error, wants_export, is_forced, requested_by) on partition_removal`,
  ],
  engine: (database) => [
    `connect on database ${database}`,
    `execute on function make_partition(text, date)`,
    `execute on function note_end_of_work(text, text, text, text, text)`,
    `usage on sequence auth_failure_id_seq, call_record_position`,
  ],
  jobs: (database) => [
    `connect, temporary on database ${database}`,
    `execute on function note_end_of_work(text, text, text, text, text)`,
    `usage on sequence activity_log_id_seq`,
    `select on sequence call_record_position`,
    `select (id, name, settlement_id, status, options_ping, register, deleted_at) on gateway`,
    // How many calls cannot be closed.
    `select (close_failed_at) on open_call`,
    `select (id, email, timezone, status, expires_at, deleted_at) on console_user`,
  ],
}

/** Whether a table is listed here. */
export const isNamed = (table: string): boolean => table in RIGHTS
