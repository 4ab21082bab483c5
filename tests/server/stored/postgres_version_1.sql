-- The schema of PostgreSQL in version 1.0.0.

create table house (mark text not null, version integer not null, secret text not null);
insert into house values (substr(md5(random()::text), 1, 8), 0, '');
create table nodes (
    no integer generated always as identity primary key, node text not null unique, name text not null,
    address text not null, beat timestamptz not null);
create table guests (
    guest text primary key, name text not null, language text not null, seen double precision not null);
create table tables (
    id bigint generated always as identity primary key, code text not null unique, word text unique,
    game text not null, phase text not null, changed double precision not null, kept bytea not null,
    asked bytea not null, progress bytea not null, uploaded integer not null default 0,
    kind text not null default 'game', owner text not null default '', epoch bigint not null default 0,
    moves integer not null default 0) with (fillfactor = 70);
create index tables_owner on tables (owner) where owner <> '';
create table sitting (guest text not null, table_id bigint not null, primary key (guest, table_id));
create index sitting_at on sitting (table_id);
create table moves (
    table_id bigint not null, n integer not null, did text not null, seat integer not null, step integer not null,
    action text not null, chance text not null, key text not null, at double precision not null,
    primary key (table_id, n));
create unique index move_keys on moves (table_id, seat, key) where key <> '';
create table chat (
    table_id bigint not null, n integer not null, name text not null, seat integer not null, text text not null,
    at double precision not null, guest text not null default '', primary key (table_id, n));
create index chat_of on chat (guest) where guest <> '';
create table snapshots (table_id bigint primary key, snapshot bytea not null);
create table curves (table_id bigint primary key, curve bytea not null);
create table devices (
    device text primary key, guest text not null, label text not null, made double precision not null,
    seen double precision not null);
create index devices_of on devices (guest);
create table passkeys (
    id bytea primary key, guest text not null, key bytea not null, count bigint not null, label text not null,
    made double precision not null, used double precision not null);
create index passkeys_of on passkeys (guest);
create table codes (
    hash text primary key, guest text not null, kind text not null, until double precision not null);
create index codes_of on codes (guest);
create table progress (
    guest text not null, game text not null, lesson text not null, code text not null, done integer not null,
    at double precision not null, primary key (guest, game, lesson));
create table clocks (
    table_id bigint not null, seat integer not null, "left" double precision not null,
    used double precision not null, since double precision, due double precision, out integer not null,
    primary key (table_id, seat));
create index clocks_due on clocks (due) where due is not null;
create table prefs (guest text primary key, kept bytea not null);
create table notices (
    guest text not null, table_id bigint not null, kind text not null, due double precision not null,
    sent double precision, primary key (guest, table_id, kind));
create index notices_due on notices (due) where sent is null;
create index notices_at on notices (table_id);
create table pushes (
    endpoint text primary key, guest text not null, key bytea not null, auth bytea not null,
    made double precision not null);
create index pushes_of on pushes (guest);
create table daily (
    day text not null, game text not null, guest text not null, code text not null, margin integer not null,
    points integer not null, at double precision not null, primary key (day, game, guest));
create table results (
    table_id bigint not null, seat integer not null, guest text not null, game text not null,
    place integer not null, points integer not null, rated integer not null, at double precision not null,
    primary key (table_id, seat));
create index results_of on results (guest, at);
create table ratings (
    guest text not null, game text not null, mu double precision not null, sigma double precision not null,
    games integer not null, primary key (guest, game));
create table shut (
    guest text not null, other text not null, how text not null, primary key (guest, other, how));
create table reports (
    id bigint generated always as identity primary key, guest text not null, table_id bigint not null,
    n integer not null, at double precision not null, done double precision, unique (guest, table_id, n));
create table banned (guest text primary key, at double precision not null);
