create role softswitch login createrole password '{{PASSWORD}}';
create database softswitch owner softswitch;
