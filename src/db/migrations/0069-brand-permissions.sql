-- A reseller changes its own brand, so that there is a permission for it. Groups and tokens that
-- could see and change brands until now have it.
update permission_group set permissions = permissions || array['brands.view']
where 'resellers.view' = any (permissions);
update permission_group set permissions = permissions || array['brands.edit']
where 'resellers.edit' = any (permissions);
update api_token set permissions = permissions || array['brands.view']
where 'resellers.view' = any (permissions);
update api_token set permissions = permissions || array['brands.edit']
where 'resellers.edit' = any (permissions);
