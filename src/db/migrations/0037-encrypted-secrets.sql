-- Passwords of gateways, and hashes that are as good as a password, are encrypted with keys that lie beside the
-- database (db/secret-keys.ts). What stands there in clear is encrypted at the next start.
alter table gateway
  drop constraint gateway_auth_password_check,
  add check (length(auth_password) <= 1000);
alter table sip_user
  drop constraint sip_user_ha1_check,
  add check (ha1 ~ '^([0-9a-f]{32}|gcm1:[0-9a-f]{8}:[A-Za-z0-9_-]{80})$');
alter table client_ip
  drop constraint client_ip_auth_ha1_check,
  add check (auth_ha1 ~ '^([0-9a-f]{32}|gcm1:[0-9a-f]{8}:[A-Za-z0-9_-]{80})$');
