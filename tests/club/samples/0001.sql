BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE chips (
	event VARCHAR(40) NOT NULL, 
	evening VARCHAR(40) NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	amount BIGINT NOT NULL, 
	PRIMARY KEY (event)
);
INSERT INTO "chips" VALUES('3010040ab6a5400d','b66d4398bb8f4553','ee66c4c75cb3456c',500);
CREATE TABLE debts_paid (
	event VARCHAR(40) NOT NULL, 
	evening VARCHAR(40) NOT NULL, 
	payer VARCHAR(40) NOT NULL, 
	payee VARCHAR(40) NOT NULL, 
	amount BIGINT NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (event)
);
INSERT INTO "debts_paid" VALUES('e5ab12df5a5e4a09','','ee66c4c75cb3456c','f48691ba96494987',9,'2026-12-01T06:00:13.183+00:00');
CREATE TABLE entries (
	event VARCHAR(40) NOT NULL, 
	"table" VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	evening VARCHAR(40) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	season VARCHAR(200) NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	ends BOOLEAN NOT NULL, 
	number INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	dealer INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	unit VARCHAR(8) NOT NULL, 
	picture VARCHAR(64) NOT NULL, 
	PRIMARY KEY (event)
);
INSERT INTO "entries" VALUES('354977cd27d54058','3d340e88bb98b1c6',7,'649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','','2026-12-01T06:00:12.620+00:00','win',1,1,0,0,0,5,'台','');
INSERT INTO "entries" VALUES('72d1fe115ce14aed','3d340e88bb98b1c6',8,'649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','','2026-12-01T06:00:13.102+00:00','win',1,2,0,1,0,11,'台','');
INSERT INTO "entries" VALUES('e71683becda840d0','3d340e88bb98b1c6',9,'649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','','2026-12-01T06:00:13.127+00:00','win',1,3,0,2,0,8,'台','');
INSERT INTO "entries" VALUES('86ab55d6a85946e4','3d340e88bb98b1c6',10,'649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','','2026-12-01T06:00:13.141+00:00','win',1,4,0,3,0,10,'台','');
INSERT INTO "entries" VALUES('92b03aeac438497d','3d340e88bb98b1c6',18,'8feb586b82984f8c','b56a9463e6aa448f','2026-12-01','','2026-12-01T06:00:13.201+00:00','win',1,1,0,0,0,5,'台','');
CREATE TABLE evenings (
	id VARCHAR(40) NOT NULL, 
	"table" VARCHAR(40) NOT NULL, 
	event VARCHAR(40) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	title VARCHAR(200) NOT NULL, 
	season VARCHAR(200) NOT NULL, 
	closed BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "evenings" VALUES('b66d4398bb8f4553','3d340e88bb98b1c6','2a92e50059c74888','2026-11-30','','',1);
INSERT INTO "evenings" VALUES('b56a9463e6aa448f','3d340e88bb98b1c6','5fb921a3c76f42cd','2026-12-01','','',0);
CREATE TABLE events (
	"table" VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	id VARCHAR(40) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	"by" VARCHAR(80) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	body TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY ("table", seq), 
	UNIQUE (id)
);
INSERT INTO "events" VALUES('3d340e88bb98b1c6',1,'e10487680c6b4c94','player','','2026-12-01T06:00:12.093+00:00','t','scorer','{"player": "ee66c4c75cb3456c", "kind": "player"}','7af239e031daf9b07826d318f43fe74bcfabecb9882168fd6dc2a55d12affdfb');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',2,'5086f08b690d4f0a','player','','2026-12-01T06:00:12.107+00:00','t','scorer','{"player": "f48691ba96494987", "kind": "player"}','85a3d20776cd48f243f8a12f4f31457567183c685aa62e0d7c772fd2d15e7602');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',3,'b22fca63adeb4f7c','player','','2026-12-01T06:00:12.120+00:00','t','scorer','{"player": "502c00f2445a423b", "kind": "player"}','9d93f5d45a72ccd7cc9d677d79937a8525d76b85fe274c5053e608ba72f00627');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',4,'d33bda92e5364440','player','','2026-12-01T06:00:12.167+00:00','t','scorer','{"player": "49adcb9540494fc0", "kind": "player"}','adafe5fd8a96a8242afb55c9b7d832490e83e8277b59ab0c52f822bf0d5e1071');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',5,'2a92e50059c74888','evening','','2026-12-01T06:00:12.181+00:00','t','scorer','{"evening": "b66d4398bb8f4553", "day": "2026-11-30", "kind": "evening"}','9c938ccaaa9fde8d5183cea36412c3b1b1af4f955143dbb19c66c00ba6cd39c5');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',6,'36fa731feed94a69','game','649cb02e123f4e99','2026-12-01T06:00:12.187+00:00','t','scorer','{"game": "649cb02e123f4e99", "evening": "b66d4398bb8f4553", "players": ["ee66c4c75cb3456c", "f48691ba96494987", "502c00f2445a423b", "49adcb9540494fc0"], "rules": {"name": "taiwan"}, "kind": "game"}','98bbd4d3f4b8b9cbb25a9284e60076b632fcf78047868dfdf2cfa9fb1a340015');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',7,'354977cd27d54058','win','649cb02e123f4e99','2026-12-01T06:00:12.620+00:00','t','scorer','{"game": "649cb02e123f4e99", "wins": [{"winner": 1, "total": 5, "unit": "台"}], "kind": "win"}','6815aeb257bb8ff1cc26135d904970edef5d2580549fcd3be70c9a06010380c5');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',8,'72d1fe115ce14aed','win','649cb02e123f4e99','2026-12-01T06:00:13.102+00:00','t','scorer','{"game": "649cb02e123f4e99", "wins": [{"winner": 3, "source": 2, "total": 11, "unit": "台"}], "kind": "win"}','7e447f84312c65d6065f5c4e5c070845d2284325500e458d0d8b6ae76f324495');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',9,'e71683becda840d0','win','649cb02e123f4e99','2026-12-01T06:00:13.127+00:00','t','scorer','{"game": "649cb02e123f4e99", "wins": [{"winner": 1, "total": 8, "unit": "台"}], "kind": "win"}','843d3369ab5c65104ea6beb4ebf60287c791a701b16c0f42509c0a6f55597c2c');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',10,'86ab55d6a85946e4','win','649cb02e123f4e99','2026-12-01T06:00:13.141+00:00','t','scorer','{"game": "649cb02e123f4e99", "wins": [{"winner": 3, "source": 2, "total": 10, "unit": "台"}], "kind": "win"}','d5234d36c9d5cf16b430d49df359e4e64200c418da77bb357ec53c50846ffe7c');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',11,'ca0bf8b35289463f','game_ended','649cb02e123f4e99','2026-12-01T06:00:13.152+00:00','t','scorer','{"game": "649cb02e123f4e99", "kind": "game_ended"}','355ec9444982390656d1fe49a5bf15e5b19ac727adb59190d14fc1917044f1c1');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',12,'3010040ab6a5400d','chips','','2026-12-01T06:00:13.160+00:00','t','scorer','{"evening": "b66d4398bb8f4553", "player": "ee66c4c75cb3456c", "amount": 500, "kind": "chips"}','fcf29496b9919ff0c204d7ffc1aa10a15041ae06b7eeef4065304bf8dc3a8625');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',13,'b8402afa9044482c','evening_closed','','2026-12-01T06:00:13.175+00:00','t','organiser','{"evening": "b66d4398bb8f4553", "kind": "evening_closed"}','09085af9b9e08a43188d738a4da77f3cea20b270cec8426bd62f4f1bf3c33324');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',14,'e5ab12df5a5e4a09','paid','','2026-12-01T06:00:13.183+00:00','t','scorer','{"payer": "ee66c4c75cb3456c", "payee": "f48691ba96494987", "amount": 9, "kind": "paid"}','a6eddbb2e5eed6984b40b19939f9e732881d070418fe0e3ea4bce0d296a406fa');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',15,'5fb921a3c76f42cd','evening','','2026-12-01T06:00:13.188+00:00','t','scorer','{"evening": "b56a9463e6aa448f", "day": "2026-12-01", "kind": "evening"}','2ae182f8f8d74b9ebf3d0afc39b44d8b88266d6ba69eebbc4cf30ffd2c39fc28');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',16,'4799b18accf34bf4','game','8feb586b82984f8c','2026-12-01T06:00:13.190+00:00','t','scorer','{"game": "8feb586b82984f8c", "evening": "b56a9463e6aa448f", "players": ["ee66c4c75cb3456c", "f48691ba96494987", "502c00f2445a423b", "49adcb9540494fc0"], "rules": {"name": "taiwan"}, "kind": "game"}','08f8176692d94602803c17e65e21a24e7ca5d925af65269df6ef764e9ad8447d');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',17,'cdc2a01cfbf242f1','win','8feb586b82984f8c','2026-12-01T06:00:13.195+00:00','t','scorer','{"game": "8feb586b82984f8c", "wins": [{"winner": 0, "total": 5, "unit": "台"}], "evidence": "dd9942d3201060fea4aa54cfaec76a6ad74dbc88518d20ba13e8a602f0af1f65", "picture": "92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b", "kind": "win"}','a511470ab86d6fd978e881d2422781ccf229b3b370ed5a5f6e43d878df66cd52');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',18,'92b03aeac438497d','win','8feb586b82984f8c','2026-12-01T06:00:13.201+00:00','t','scorer','{"game": "8feb586b82984f8c", "wins": [{"winner": 1, "source": 2, "total": 5, "unit": "台"}], "kind": "win"}','0c31272cede13a23edbe0512464685da99f511d073dd421c48db1816f17e7e5e');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',19,'2a205a9522ba485e','undo','8feb586b82984f8c','2026-12-01T06:00:13.207+00:00','t','scorer','{"event": "cdc2a01cfbf242f1", "reason": "x", "kind": "undo"}','628cb75300ced0ef6c423f8ec173f914b16014f54b9fa47e4981a243c5deb19f');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',20,'de07aef187b34374','correct','8feb586b82984f8c','2026-12-01T06:00:13.230+00:00','t','scorer','{"event": "92b03aeac438497d", "body": {"game": "8feb586b82984f8c", "wins": [{"winner": 3, "source": 2, "total": 5, "unit": "台"}], "kind": "win"}, "reason": "x", "kind": "correct"}','153e70c6dfef67fee95a4a8e1546a3d177bb02c5a2aa317861b01edff4b2ff8e');
INSERT INTO "events" VALUES('3d340e88bb98b1c6',21,'ff3a5e2b140c4776','noted','','2026-12-01T06:00:13.242+00:00','t','scorer','{"total": 3, "unit": "台", "kind": "noted"}','a6a1920c1d4e6a6630e936537b17998dbab8a4846eaa873c60c9761394796239');
CREATE TABLE evidence (
	sha VARCHAR(64) NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (sha)
);
INSERT INTO "evidence" VALUES('dd9942d3201060fea4aa54cfaec76a6ad74dbc88518d20ba13e8a602f0af1f65','{"reading":1}');
CREATE TABLE forwarded (
	url VARCHAR(400) NOT NULL, 
	seq INTEGER NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (url)
);
CREATE TABLE games (
	id VARCHAR(40) NOT NULL, 
	"table" VARCHAR(40) NOT NULL, 
	evening VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	rules VARCHAR(40) NOT NULL, 
	rules_hash VARCHAR(64) NOT NULL, 
	people VARCHAR(200) NOT NULL, 
	hands INTEGER NOT NULL, 
	ended BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('649cb02e123f4e99','3d340e88bb98b1c6','b66d4398bb8f4553',6,'2026-12-01T06:00:12.187+00:00','taiwan','','ee66c4c75cb3456c f48691ba96494987 502c00f2445a423b 49adcb9540494fc0',4,1);
INSERT INTO "games" VALUES('8feb586b82984f8c','3d340e88bb98b1c6','b56a9463e6aa448f',16,'2026-12-01T06:00:13.190+00:00','taiwan','','ee66c4c75cb3456c f48691ba96494987 502c00f2445a423b 49adcb9540494fc0',1,0);
CREATE TABLE meta (
	"key" VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('table','3d340e88bb98b1c6');
INSERT INTO "meta" VALUES('name','東');
CREATE TABLE noted (
	event VARCHAR(40) NOT NULL, 
	"table" VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	total INTEGER NOT NULL, 
	unit VARCHAR(8) NOT NULL, 
	picture VARCHAR(64) NOT NULL, 
	PRIMARY KEY (event)
);
INSERT INTO "noted" VALUES('ff3a5e2b140c4776','3d340e88bb98b1c6',21,'2026-12-01T06:00:13.242+00:00',3,'台','');
CREATE TABLE pairs (
	evening VARCHAR(40) NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	other VARCHAR(40) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	season VARCHAR(200) NOT NULL, 
	taken BIGINT NOT NULL, 
	given BIGINT NOT NULL, 
	hands INTEGER NOT NULL, 
	won_from INTEGER NOT NULL, 
	lost_to INTEGER NOT NULL, 
	PRIMARY KEY (evening, player, other)
);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','ee66c4c75cb3456c','f48691ba96494987','2026-11-30','',0,480,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','ee66c4c75cb3456c','502c00f2445a423b','2026-11-30','',0,0,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','ee66c4c75cb3456c','49adcb9540494fc0','2026-11-30','',0,0,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','f48691ba96494987','ee66c4c75cb3456c','2026-11-30','',480,0,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','f48691ba96494987','502c00f2445a423b','2026-11-30','',480,0,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','f48691ba96494987','49adcb9540494fc0','2026-11-30','',460,0,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','502c00f2445a423b','ee66c4c75cb3456c','2026-11-30','',0,0,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','502c00f2445a423b','f48691ba96494987','2026-11-30','',0,480,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','502c00f2445a423b','49adcb9540494fc0','2026-11-30','',0,640,4,0,2);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','49adcb9540494fc0','ee66c4c75cb3456c','2026-11-30','',0,0,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','49adcb9540494fc0','f48691ba96494987','2026-11-30','',0,460,4,0,0);
INSERT INTO "pairs" VALUES('b66d4398bb8f4553','49adcb9540494fc0','502c00f2445a423b','2026-11-30','',640,0,4,2,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','49adcb9540494fc0','502c00f2445a423b','2026-12-01','',200,0,1,1,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','49adcb9540494fc0','ee66c4c75cb3456c','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','49adcb9540494fc0','f48691ba96494987','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','502c00f2445a423b','49adcb9540494fc0','2026-12-01','',0,200,1,0,1);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','502c00f2445a423b','ee66c4c75cb3456c','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','502c00f2445a423b','f48691ba96494987','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','ee66c4c75cb3456c','49adcb9540494fc0','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','ee66c4c75cb3456c','502c00f2445a423b','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','ee66c4c75cb3456c','f48691ba96494987','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','f48691ba96494987','49adcb9540494fc0','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','f48691ba96494987','502c00f2445a423b','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('b56a9463e6aa448f','f48691ba96494987','ee66c4c75cb3456c','2026-12-01','',0,0,1,0,0);
CREATE TABLE people (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	forgotten BOOLEAN NOT NULL, 
	changed VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('ee66c4c75cb3456c','安',0,'2026-12-01T06:00:12.082+00:00');
INSERT INTO "people" VALUES('f48691ba96494987','波',0,'2026-12-01T06:00:12.106+00:00');
INSERT INTO "people" VALUES('502c00f2445a423b','查',0,'2026-12-01T06:00:12.110+00:00');
INSERT INTO "people" VALUES('49adcb9540494fc0','丁',0,'2026-12-01T06:00:12.135+00:00');
CREATE TABLE pictures (
	sha VARCHAR(64) NOT NULL, 
	kind VARCHAR(4) NOT NULL, 
	bytes BIGINT NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	dropped VARCHAR(40) NOT NULL, 
	PRIMARY KEY (sha)
);
INSERT INTO "pictures" VALUES('92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b','jpg',9,'2026-12-01T06:00:13.195+00:00','');
CREATE TABLE players (
	id VARCHAR(40) NOT NULL, 
	event VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "players" VALUES('ee66c4c75cb3456c','e10487680c6b4c94');
INSERT INTO "players" VALUES('f48691ba96494987','5086f08b690d4f0a');
INSERT INTO "players" VALUES('502c00f2445a423b','b22fca63adeb4f7c');
INSERT INTO "players" VALUES('49adcb9540494fc0','d33bda92e5364440');
CREATE TABLE results (
	event VARCHAR(40) NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	evening VARCHAR(40) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	season VARCHAR(200) NOT NULL, 
	seat INTEGER NOT NULL, 
	wind VARCHAR(1) NOT NULL, 
	hand INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	self_draw INTEGER NOT NULL, 
	dealt_in INTEGER NOT NULL, 
	unit VARCHAR(8) NOT NULL, 
	total INTEGER NOT NULL, 
	amount BIGINT NOT NULL, 
	PRIMARY KEY (event, player)
);
INSERT INTO "results" VALUES('354977cd27d54058','ee66c4c75cb3456c','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',0,'',1,0,0,0,'台',0,-220);
INSERT INTO "results" VALUES('354977cd27d54058','f48691ba96494987','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',1,'',1,1,1,0,'台',5,620);
INSERT INTO "results" VALUES('354977cd27d54058','502c00f2445a423b','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',2,'',1,0,0,0,'台',0,-200);
INSERT INTO "results" VALUES('354977cd27d54058','49adcb9540494fc0','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',3,'',1,0,0,0,'台',0,-200);
INSERT INTO "results" VALUES('72d1fe115ce14aed','ee66c4c75cb3456c','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',0,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('72d1fe115ce14aed','f48691ba96494987','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',1,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('72d1fe115ce14aed','502c00f2445a423b','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',2,'',1,0,0,1,'台',0,-320);
INSERT INTO "results" VALUES('72d1fe115ce14aed','49adcb9540494fc0','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',3,'',1,1,0,0,'台',11,320);
INSERT INTO "results" VALUES('e71683becda840d0','ee66c4c75cb3456c','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',0,'',1,0,0,0,'台',0,-260);
INSERT INTO "results" VALUES('e71683becda840d0','f48691ba96494987','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',1,'',1,1,1,0,'台',8,800);
INSERT INTO "results" VALUES('e71683becda840d0','502c00f2445a423b','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',2,'',1,0,0,0,'台',0,-280);
INSERT INTO "results" VALUES('e71683becda840d0','49adcb9540494fc0','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',3,'',1,0,0,0,'台',0,-260);
INSERT INTO "results" VALUES('86ab55d6a85946e4','ee66c4c75cb3456c','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',0,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('86ab55d6a85946e4','f48691ba96494987','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',1,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('86ab55d6a85946e4','502c00f2445a423b','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',2,'',1,0,0,1,'台',0,-320);
INSERT INTO "results" VALUES('86ab55d6a85946e4','49adcb9540494fc0','649cb02e123f4e99','b66d4398bb8f4553','2026-11-30','',3,'',1,1,0,0,'台',10,320);
INSERT INTO "results" VALUES('92b03aeac438497d','ee66c4c75cb3456c','8feb586b82984f8c','b56a9463e6aa448f','2026-12-01','',0,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('92b03aeac438497d','f48691ba96494987','8feb586b82984f8c','b56a9463e6aa448f','2026-12-01','',1,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('92b03aeac438497d','502c00f2445a423b','8feb586b82984f8c','b56a9463e6aa448f','2026-12-01','',2,'',1,0,0,1,'台',0,-200);
INSERT INTO "results" VALUES('92b03aeac438497d','49adcb9540494fc0','8feb586b82984f8c','b56a9463e6aa448f','2026-12-01','',3,'',1,1,0,0,'台',5,200);
CREATE TABLE tables (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	last_seq INTEGER NOT NULL, 
	last_at VARCHAR(40) NOT NULL, 
	last_hash VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('3d340e88bb98b1c6','東',21,'2026-12-01T06:00:13.242+00:00','a6a1920c1d4e6a6630e936537b17998dbab8a4846eaa873c60c9761394796239','8feb586b82984f8c');
CREATE TABLE totals (
	evening VARCHAR(40) NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	wind VARCHAR(1) NOT NULL, 
	unit VARCHAR(8) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	season VARCHAR(200) NOT NULL, 
	hands INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	self_draw INTEGER NOT NULL, 
	dealt_in INTEGER NOT NULL, 
	total BIGINT NOT NULL, 
	amount BIGINT NOT NULL, 
	PRIMARY KEY (evening, player, seat, wind, unit)
);
INSERT INTO "totals" VALUES('b66d4398bb8f4553','ee66c4c75cb3456c',0,'','台','2026-11-30','',4,0,0,0,0,-480);
INSERT INTO "totals" VALUES('b66d4398bb8f4553','f48691ba96494987',1,'','台','2026-11-30','',4,2,2,0,13,1420);
INSERT INTO "totals" VALUES('b66d4398bb8f4553','502c00f2445a423b',2,'','台','2026-11-30','',4,0,0,2,0,-1120);
INSERT INTO "totals" VALUES('b66d4398bb8f4553','49adcb9540494fc0',3,'','台','2026-11-30','',4,2,0,0,21,180);
INSERT INTO "totals" VALUES('b56a9463e6aa448f','49adcb9540494fc0',3,'','台','2026-12-01','',1,1,0,0,5,200);
INSERT INTO "totals" VALUES('b56a9463e6aa448f','502c00f2445a423b',2,'','台','2026-12-01','',1,0,0,1,0,-200);
INSERT INTO "totals" VALUES('b56a9463e6aa448f','ee66c4c75cb3456c',0,'','台','2026-12-01','',1,0,0,0,0,0);
INSERT INTO "totals" VALUES('b56a9463e6aa448f','f48691ba96494987',1,'','台','2026-12-01','',1,0,0,0,0,0);
CREATE TABLE transfers (
	event VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	evening VARCHAR(40) NOT NULL, 
	payer VARCHAR(40) NOT NULL, 
	payee VARCHAR(40) NOT NULL, 
	amount BIGINT NOT NULL, 
	id VARCHAR(40) NOT NULL, 
	why VARCHAR(200) NOT NULL, 
	rule VARCHAR(40) NOT NULL, 
	PRIMARY KEY (event, number)
);
INSERT INTO "transfers" VALUES('354977cd27d54058',0,'649cb02e123f4e99','b66d4398bb8f4553','ee66c4c75cb3456c','f48691ba96494987',220,'win','底＋5台＋莊1台','TW-09');
INSERT INTO "transfers" VALUES('354977cd27d54058',1,'649cb02e123f4e99','b66d4398bb8f4553','502c00f2445a423b','f48691ba96494987',200,'win','底＋5台','TW-37');
INSERT INTO "transfers" VALUES('354977cd27d54058',2,'649cb02e123f4e99','b66d4398bb8f4553','49adcb9540494fc0','f48691ba96494987',200,'win','底＋5台','TW-37');
INSERT INTO "transfers" VALUES('72d1fe115ce14aed',0,'649cb02e123f4e99','b66d4398bb8f4553','502c00f2445a423b','49adcb9540494fc0',320,'win','底＋11台','TW-37');
INSERT INTO "transfers" VALUES('e71683becda840d0',0,'649cb02e123f4e99','b66d4398bb8f4553','ee66c4c75cb3456c','f48691ba96494987',260,'win','底＋8台','TW-37');
INSERT INTO "transfers" VALUES('e71683becda840d0',1,'649cb02e123f4e99','b66d4398bb8f4553','502c00f2445a423b','f48691ba96494987',280,'win','底＋8台＋莊1台','TW-09');
INSERT INTO "transfers" VALUES('e71683becda840d0',2,'649cb02e123f4e99','b66d4398bb8f4553','49adcb9540494fc0','f48691ba96494987',260,'win','底＋8台','TW-37');
INSERT INTO "transfers" VALUES('86ab55d6a85946e4',0,'649cb02e123f4e99','b66d4398bb8f4553','502c00f2445a423b','49adcb9540494fc0',320,'win','底＋10台＋莊1台','TW-09');
INSERT INTO "transfers" VALUES('92b03aeac438497d',0,'8feb586b82984f8c','b56a9463e6aa448f','502c00f2445a423b','49adcb9540494fc0',200,'win','底＋5台','TW-37');
CREATE INDEX events_game ON events (game, "table", seq);
CREATE INDEX evenings_day ON evenings (day);
CREATE INDEX noted_table ON noted ("table", seq);
CREATE INDEX chips_evening ON chips (evening);
CREATE INDEX debts_paid_evening ON debts_paid (evening);
CREATE INDEX games_table ON games ("table", seq);
CREATE INDEX games_evening ON games (evening, seq);
CREATE INDEX entries_day ON entries (day, "table", seq);
CREATE INDEX entries_evening ON entries (evening, seq);
CREATE INDEX entries_game ON entries (game, seq);
CREATE INDEX results_wins ON results (won, unit, total, day, season);
CREATE INDEX results_game ON results (game);
CREATE INDEX results_player ON results (player, day);
CREATE INDEX results_evening ON results (evening);
CREATE INDEX results_best ON results (player, total);
CREATE INDEX transfers_game ON transfers (game);
CREATE INDEX totals_season ON totals (season, player);
CREATE INDEX totals_sums ON totals (player, unit, evening, seat, wind, day, season, hands, won, self_draw, dealt_in, total, amount);
CREATE INDEX pairs_player ON pairs (player, day);
COMMIT;
