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
INSERT INTO "chips" VALUES('45645e20ea324a64','00749b3962d6469c','91aea27f42fb4285',500);
CREATE TABLE debts_paid (
	event VARCHAR(40) NOT NULL, 
	evening VARCHAR(40) NOT NULL, 
	payer VARCHAR(40) NOT NULL, 
	payee VARCHAR(40) NOT NULL, 
	amount BIGINT NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (event)
);
INSERT INTO "debts_paid" VALUES('34bf960c57c5424d','','91aea27f42fb4285','f3a69c30af18418e',9,'2026-12-01T06:03:55.277+00:00');
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
INSERT INTO "entries" VALUES('ad23eb6ad4804440','7478ff1514f125ad',7,'4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','','2026-12-01T06:03:54.982+00:00','win',1,1,0,0,0,5,'台','');
INSERT INTO "entries" VALUES('fc2d980be429481c','7478ff1514f125ad',8,'4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','','2026-12-01T06:03:55.085+00:00','win',1,2,0,1,0,11,'台','');
INSERT INTO "entries" VALUES('4c3d62b8167243ac','7478ff1514f125ad',9,'4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','','2026-12-01T06:03:55.121+00:00','win',1,3,0,2,0,8,'台','');
INSERT INTO "entries" VALUES('1e7b2a58951847f9','7478ff1514f125ad',10,'4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','','2026-12-01T06:03:55.161+00:00','win',1,4,0,3,0,10,'台','');
INSERT INTO "entries" VALUES('b55dc60e52ac4487','7478ff1514f125ad',18,'482b543fa69940f8','e8897ba36c5447d8','2026-12-01','','2026-12-01T06:03:55.413+00:00','win',1,1,0,0,0,5,'台','');
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
INSERT INTO "evenings" VALUES('00749b3962d6469c','7478ff1514f125ad','7fb5e3e9b7e34526','2026-11-30','','',1);
INSERT INTO "evenings" VALUES('e8897ba36c5447d8','7478ff1514f125ad','e24cbfcda4ce480e','2026-12-01','','',0);
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
INSERT INTO "events" VALUES('7478ff1514f125ad',1,'4554486df3f145f1','player','','2026-12-01T06:03:54.578+00:00','t','scorer','{"player": "91aea27f42fb4285", "kind": "player"}','de4287ee39919eabebb57b105c36330684713fb361557ef84b04052e50be5dfc');
INSERT INTO "events" VALUES('7478ff1514f125ad',2,'44c8ac5c4898484b','player','','2026-12-01T06:03:54.634+00:00','t','scorer','{"player": "f3a69c30af18418e", "kind": "player"}','16631425ee9153f2f7c83fad90f6c94217fb49ab1866362f5e21a6c98c3fed12');
INSERT INTO "events" VALUES('7478ff1514f125ad',3,'2ab4e70c348a4ca9','player','','2026-12-01T06:03:54.676+00:00','t','scorer','{"player": "f60e7ee6ef2f49b2", "kind": "player"}','6d2ac94b7bcb7b02b0ba7cfab413c9d4f22a1dba5f338574a7e9e1c4a43fe20b');
INSERT INTO "events" VALUES('7478ff1514f125ad',4,'f27e47630f0547ee','player','','2026-12-01T06:03:54.725+00:00','t','scorer','{"player": "68ca740c045e49b4", "kind": "player"}','84b762b97bf00d3c2e683f9666aac327de234332c352c7e6ef96751e56e2dd2b');
INSERT INTO "events" VALUES('7478ff1514f125ad',5,'7fb5e3e9b7e34526','evening','','2026-12-01T06:03:54.745+00:00','t','scorer','{"evening": "00749b3962d6469c", "day": "2026-11-30", "kind": "evening"}','48b92d80e6ad1545ca504faddf52cd66af5b3cd2e435f8982fbe12a25589b88e');
INSERT INTO "events" VALUES('7478ff1514f125ad',6,'021b8bcee9f14a37','game','4d0fe72ad51245b6','2026-12-01T06:03:54.765+00:00','t','scorer','{"game": "4d0fe72ad51245b6", "evening": "00749b3962d6469c", "players": ["91aea27f42fb4285", "f3a69c30af18418e", "f60e7ee6ef2f49b2", "68ca740c045e49b4"], "rules": {"name": "taiwan"}, "kind": "game"}','98b79bcf87cb1e55bfe9141e29b213a5cd3400a3a6c4dcfe153e1955a54ae355');
INSERT INTO "events" VALUES('7478ff1514f125ad',7,'ad23eb6ad4804440','win','4d0fe72ad51245b6','2026-12-01T06:03:54.982+00:00','t','scorer','{"game": "4d0fe72ad51245b6", "wins": [{"winner": 1, "total": 5, "unit": "台"}], "kind": "win"}','eecdbd5cdf0a8941c991c1f1feef9c0748e1830d0030da7d20f9b1339025e422');
INSERT INTO "events" VALUES('7478ff1514f125ad',8,'fc2d980be429481c','win','4d0fe72ad51245b6','2026-12-01T06:03:55.085+00:00','t','scorer','{"game": "4d0fe72ad51245b6", "wins": [{"winner": 3, "source": 2, "total": 11, "unit": "台"}], "kind": "win"}','63764d71fa017ab36f42961f5fc4fd8fb4cd57b40962145a881949c4cd7457b2');
INSERT INTO "events" VALUES('7478ff1514f125ad',9,'4c3d62b8167243ac','win','4d0fe72ad51245b6','2026-12-01T06:03:55.121+00:00','t','scorer','{"game": "4d0fe72ad51245b6", "wins": [{"winner": 1, "total": 8, "unit": "台"}], "kind": "win"}','bad2f3c22c0cb0ed00cee7330ebb692b492bb2672c77cea0311c1c46853f760b');
INSERT INTO "events" VALUES('7478ff1514f125ad',10,'1e7b2a58951847f9','win','4d0fe72ad51245b6','2026-12-01T06:03:55.161+00:00','t','scorer','{"game": "4d0fe72ad51245b6", "wins": [{"winner": 3, "source": 2, "total": 10, "unit": "台"}], "kind": "win"}','420158eda39f75662b3d4e131370e39f8b796d1142403c9e38bcaabd48addaa1');
INSERT INTO "events" VALUES('7478ff1514f125ad',11,'df310b5c5b5d4751','game_ended','4d0fe72ad51245b6','2026-12-01T06:03:55.193+00:00','t','scorer','{"game": "4d0fe72ad51245b6", "kind": "game_ended"}','5fa5a3d573c3335118fb1f454e8e2a91b91a58d67275250c5a6825222dccc36c');
INSERT INTO "events" VALUES('7478ff1514f125ad',12,'45645e20ea324a64','chips','','2026-12-01T06:03:55.218+00:00','t','scorer','{"evening": "00749b3962d6469c", "player": "91aea27f42fb4285", "amount": 500, "kind": "chips"}','c0ed0d4b98e71a051e4fbb8500d2065a3af0258c3bca63d519289046825a7473');
INSERT INTO "events" VALUES('7478ff1514f125ad',13,'828577a729174f3a','evening_closed','','2026-12-01T06:03:55.253+00:00','t','organiser','{"evening": "00749b3962d6469c", "kind": "evening_closed"}','49ea845e288fba2628c7d55cb48ab4f9b4cc99780e02f3d7e9a7de65ac885035');
INSERT INTO "events" VALUES('7478ff1514f125ad',14,'34bf960c57c5424d','paid','','2026-12-01T06:03:55.277+00:00','t','scorer','{"payer": "91aea27f42fb4285", "payee": "f3a69c30af18418e", "amount": 9, "kind": "paid"}','0e9cd24648339d9912b76b6429f05095b6032389c6de3b7a2e0c51f632591aef');
INSERT INTO "events" VALUES('7478ff1514f125ad',15,'e24cbfcda4ce480e','evening','','2026-12-01T06:03:55.305+00:00','t','scorer','{"evening": "e8897ba36c5447d8", "day": "2026-12-01", "kind": "evening"}','bbc4b5c1cea33fc811b339100141397d7828b6f36ce21eb637a85b3c52611dcd');
INSERT INTO "events" VALUES('7478ff1514f125ad',16,'2a9ecb2855ac467f','game','482b543fa69940f8','2026-12-01T06:03:55.321+00:00','t','scorer','{"game": "482b543fa69940f8", "evening": "e8897ba36c5447d8", "players": ["91aea27f42fb4285", "f3a69c30af18418e", "f60e7ee6ef2f49b2", "68ca740c045e49b4"], "rules": {"name": "taiwan"}, "kind": "game"}','73de6396c2319305f7ac6b8abe8b1e98296d202d6148cd085138a46790b543b6');
INSERT INTO "events" VALUES('7478ff1514f125ad',17,'1fdf240641d24689','win','482b543fa69940f8','2026-12-01T06:03:55.369+00:00','t','scorer','{"game": "482b543fa69940f8", "wins": [{"winner": 0, "total": 5, "unit": "台"}], "evidence": "dd9942d3201060fea4aa54cfaec76a6ad74dbc88518d20ba13e8a602f0af1f65", "picture": "92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b", "kind": "win"}','686d145abb0fbb491f06bbfdcf421515377ac280c6049b18825d25689c4009b5');
INSERT INTO "events" VALUES('7478ff1514f125ad',18,'b55dc60e52ac4487','win','482b543fa69940f8','2026-12-01T06:03:55.413+00:00','t','scorer','{"game": "482b543fa69940f8", "wins": [{"winner": 1, "source": 2, "total": 5, "unit": "台"}], "kind": "win"}','461a307871f67f3acf4c3b74c7d6d7bbcd7bf2249df36d8114687c46b97a8a2e');
INSERT INTO "events" VALUES('7478ff1514f125ad',19,'7c6cb3b23fc64ca6','undo','482b543fa69940f8','2026-12-01T06:03:55.449+00:00','t','scorer','{"event": "1fdf240641d24689", "reason": "x", "kind": "undo"}','76bde3dc3d7226752a2d265abce1b4080bb7e6d31ff8b9eef06aba7c204163a4');
INSERT INTO "events" VALUES('7478ff1514f125ad',20,'070fcfd493a84966','correct','482b543fa69940f8','2026-12-01T06:03:55.593+00:00','t','scorer','{"event": "b55dc60e52ac4487", "body": {"game": "482b543fa69940f8", "wins": [{"winner": 3, "source": 2, "total": 5, "unit": "台"}], "kind": "win"}, "reason": "x", "kind": "correct"}','40ca8f59da3a65cf6f821b3b7db61dade948fd7b68bfbbeebb763d3739114b9f');
INSERT INTO "events" VALUES('7478ff1514f125ad',21,'d38160d8c43948f8','noted','','2026-12-01T06:03:55.675+00:00','t','scorer','{"total": 3, "unit": "台", "kind": "noted"}','48fade3456d45278e53e4e0a1aea639252306f44c2abf23f22d4b1b81c455e0d');
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
INSERT INTO "games" VALUES('4d0fe72ad51245b6','7478ff1514f125ad','00749b3962d6469c',6,'2026-12-01T06:03:54.765+00:00','taiwan','','91aea27f42fb4285 f3a69c30af18418e f60e7ee6ef2f49b2 68ca740c045e49b4',4,1);
INSERT INTO "games" VALUES('482b543fa69940f8','7478ff1514f125ad','e8897ba36c5447d8',16,'2026-12-01T06:03:55.321+00:00','taiwan','','91aea27f42fb4285 f3a69c30af18418e f60e7ee6ef2f49b2 68ca740c045e49b4',1,0);
CREATE TABLE meta (
	"key" VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('table','7478ff1514f125ad');
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
INSERT INTO "noted" VALUES('d38160d8c43948f8','7478ff1514f125ad',21,'2026-12-01T06:03:55.675+00:00',3,'台','');
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
INSERT INTO "pairs" VALUES('00749b3962d6469c','91aea27f42fb4285','f3a69c30af18418e','2026-11-30','',0,480,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','91aea27f42fb4285','f60e7ee6ef2f49b2','2026-11-30','',0,0,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','91aea27f42fb4285','68ca740c045e49b4','2026-11-30','',0,0,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','f3a69c30af18418e','91aea27f42fb4285','2026-11-30','',480,0,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','f3a69c30af18418e','f60e7ee6ef2f49b2','2026-11-30','',480,0,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','f3a69c30af18418e','68ca740c045e49b4','2026-11-30','',460,0,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','f60e7ee6ef2f49b2','91aea27f42fb4285','2026-11-30','',0,0,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','f60e7ee6ef2f49b2','f3a69c30af18418e','2026-11-30','',0,480,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','f60e7ee6ef2f49b2','68ca740c045e49b4','2026-11-30','',0,640,4,0,2);
INSERT INTO "pairs" VALUES('00749b3962d6469c','68ca740c045e49b4','91aea27f42fb4285','2026-11-30','',0,0,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','68ca740c045e49b4','f3a69c30af18418e','2026-11-30','',0,460,4,0,0);
INSERT INTO "pairs" VALUES('00749b3962d6469c','68ca740c045e49b4','f60e7ee6ef2f49b2','2026-11-30','',640,0,4,2,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','68ca740c045e49b4','91aea27f42fb4285','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','68ca740c045e49b4','f3a69c30af18418e','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','68ca740c045e49b4','f60e7ee6ef2f49b2','2026-12-01','',200,0,1,1,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','91aea27f42fb4285','68ca740c045e49b4','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','91aea27f42fb4285','f3a69c30af18418e','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','91aea27f42fb4285','f60e7ee6ef2f49b2','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','f3a69c30af18418e','68ca740c045e49b4','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','f3a69c30af18418e','91aea27f42fb4285','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','f3a69c30af18418e','f60e7ee6ef2f49b2','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','f60e7ee6ef2f49b2','68ca740c045e49b4','2026-12-01','',0,200,1,0,1);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','f60e7ee6ef2f49b2','91aea27f42fb4285','2026-12-01','',0,0,1,0,0);
INSERT INTO "pairs" VALUES('e8897ba36c5447d8','f60e7ee6ef2f49b2','f3a69c30af18418e','2026-12-01','',0,0,1,0,0);
CREATE TABLE people (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	forgotten BOOLEAN NOT NULL, 
	changed VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('91aea27f42fb4285','安',0,'2026-12-01T06:03:54.554+00:00');
INSERT INTO "people" VALUES('f3a69c30af18418e','波',0,'2026-12-01T06:03:54.620+00:00');
INSERT INTO "people" VALUES('f60e7ee6ef2f49b2','查',0,'2026-12-01T06:03:54.665+00:00');
INSERT INTO "people" VALUES('68ca740c045e49b4','丁',0,'2026-12-01T06:03:54.702+00:00');
CREATE TABLE pictures (
	sha VARCHAR(64) NOT NULL, 
	kind VARCHAR(4) NOT NULL, 
	bytes BIGINT NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	dropped VARCHAR(40) NOT NULL, 
	PRIMARY KEY (sha)
);
INSERT INTO "pictures" VALUES('92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b','jpg',9,'2026-12-01T06:03:55.369+00:00','');
CREATE TABLE players (
	id VARCHAR(40) NOT NULL, 
	event VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "players" VALUES('91aea27f42fb4285','4554486df3f145f1');
INSERT INTO "players" VALUES('f3a69c30af18418e','44c8ac5c4898484b');
INSERT INTO "players" VALUES('f60e7ee6ef2f49b2','2ab4e70c348a4ca9');
INSERT INTO "players" VALUES('68ca740c045e49b4','f27e47630f0547ee');
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
INSERT INTO "results" VALUES('ad23eb6ad4804440','91aea27f42fb4285','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',0,'',1,0,0,0,'台',0,-220);
INSERT INTO "results" VALUES('ad23eb6ad4804440','f3a69c30af18418e','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',1,'',1,1,1,0,'台',5,620);
INSERT INTO "results" VALUES('ad23eb6ad4804440','f60e7ee6ef2f49b2','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',2,'',1,0,0,0,'台',0,-200);
INSERT INTO "results" VALUES('ad23eb6ad4804440','68ca740c045e49b4','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',3,'',1,0,0,0,'台',0,-200);
INSERT INTO "results" VALUES('fc2d980be429481c','91aea27f42fb4285','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',0,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('fc2d980be429481c','f3a69c30af18418e','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',1,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('fc2d980be429481c','f60e7ee6ef2f49b2','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',2,'',1,0,0,1,'台',0,-320);
INSERT INTO "results" VALUES('fc2d980be429481c','68ca740c045e49b4','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',3,'',1,1,0,0,'台',11,320);
INSERT INTO "results" VALUES('4c3d62b8167243ac','91aea27f42fb4285','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',0,'',1,0,0,0,'台',0,-260);
INSERT INTO "results" VALUES('4c3d62b8167243ac','f3a69c30af18418e','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',1,'',1,1,1,0,'台',8,800);
INSERT INTO "results" VALUES('4c3d62b8167243ac','f60e7ee6ef2f49b2','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',2,'',1,0,0,0,'台',0,-280);
INSERT INTO "results" VALUES('4c3d62b8167243ac','68ca740c045e49b4','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',3,'',1,0,0,0,'台',0,-260);
INSERT INTO "results" VALUES('1e7b2a58951847f9','91aea27f42fb4285','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',0,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('1e7b2a58951847f9','f3a69c30af18418e','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',1,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('1e7b2a58951847f9','f60e7ee6ef2f49b2','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',2,'',1,0,0,1,'台',0,-320);
INSERT INTO "results" VALUES('1e7b2a58951847f9','68ca740c045e49b4','4d0fe72ad51245b6','00749b3962d6469c','2026-11-30','',3,'',1,1,0,0,'台',10,320);
INSERT INTO "results" VALUES('b55dc60e52ac4487','91aea27f42fb4285','482b543fa69940f8','e8897ba36c5447d8','2026-12-01','',0,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('b55dc60e52ac4487','f3a69c30af18418e','482b543fa69940f8','e8897ba36c5447d8','2026-12-01','',1,'',1,0,0,0,'台',0,0);
INSERT INTO "results" VALUES('b55dc60e52ac4487','f60e7ee6ef2f49b2','482b543fa69940f8','e8897ba36c5447d8','2026-12-01','',2,'',1,0,0,1,'台',0,-200);
INSERT INTO "results" VALUES('b55dc60e52ac4487','68ca740c045e49b4','482b543fa69940f8','e8897ba36c5447d8','2026-12-01','',3,'',1,1,0,0,'台',5,200);
CREATE TABLE tables (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	last_seq INTEGER NOT NULL, 
	last_at VARCHAR(40) NOT NULL, 
	last_hash VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('7478ff1514f125ad','東',21,'2026-12-01T06:03:55.675+00:00','48fade3456d45278e53e4e0a1aea639252306f44c2abf23f22d4b1b81c455e0d','482b543fa69940f8');
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
INSERT INTO "totals" VALUES('00749b3962d6469c','91aea27f42fb4285',0,'','台','2026-11-30','',4,0,0,0,0,-480);
INSERT INTO "totals" VALUES('00749b3962d6469c','f3a69c30af18418e',1,'','台','2026-11-30','',4,2,2,0,13,1420);
INSERT INTO "totals" VALUES('00749b3962d6469c','f60e7ee6ef2f49b2',2,'','台','2026-11-30','',4,0,0,2,0,-1120);
INSERT INTO "totals" VALUES('00749b3962d6469c','68ca740c045e49b4',3,'','台','2026-11-30','',4,2,0,0,21,180);
INSERT INTO "totals" VALUES('e8897ba36c5447d8','68ca740c045e49b4',3,'','台','2026-12-01','',1,1,0,0,5,200);
INSERT INTO "totals" VALUES('e8897ba36c5447d8','91aea27f42fb4285',0,'','台','2026-12-01','',1,0,0,0,0,0);
INSERT INTO "totals" VALUES('e8897ba36c5447d8','f3a69c30af18418e',1,'','台','2026-12-01','',1,0,0,0,0,0);
INSERT INTO "totals" VALUES('e8897ba36c5447d8','f60e7ee6ef2f49b2',2,'','台','2026-12-01','',1,0,0,1,0,-200);
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
INSERT INTO "transfers" VALUES('ad23eb6ad4804440',0,'4d0fe72ad51245b6','00749b3962d6469c','91aea27f42fb4285','f3a69c30af18418e',220,'win','底＋5台＋莊1台','TW-09');
INSERT INTO "transfers" VALUES('ad23eb6ad4804440',1,'4d0fe72ad51245b6','00749b3962d6469c','f60e7ee6ef2f49b2','f3a69c30af18418e',200,'win','底＋5台','TW-37');
INSERT INTO "transfers" VALUES('ad23eb6ad4804440',2,'4d0fe72ad51245b6','00749b3962d6469c','68ca740c045e49b4','f3a69c30af18418e',200,'win','底＋5台','TW-37');
INSERT INTO "transfers" VALUES('fc2d980be429481c',0,'4d0fe72ad51245b6','00749b3962d6469c','f60e7ee6ef2f49b2','68ca740c045e49b4',320,'win','底＋11台','TW-37');
INSERT INTO "transfers" VALUES('4c3d62b8167243ac',0,'4d0fe72ad51245b6','00749b3962d6469c','91aea27f42fb4285','f3a69c30af18418e',260,'win','底＋8台','TW-37');
INSERT INTO "transfers" VALUES('4c3d62b8167243ac',1,'4d0fe72ad51245b6','00749b3962d6469c','f60e7ee6ef2f49b2','f3a69c30af18418e',280,'win','底＋8台＋莊1台','TW-09');
INSERT INTO "transfers" VALUES('4c3d62b8167243ac',2,'4d0fe72ad51245b6','00749b3962d6469c','68ca740c045e49b4','f3a69c30af18418e',260,'win','底＋8台','TW-37');
INSERT INTO "transfers" VALUES('1e7b2a58951847f9',0,'4d0fe72ad51245b6','00749b3962d6469c','f60e7ee6ef2f49b2','68ca740c045e49b4',320,'win','底＋10台＋莊1台','TW-09');
INSERT INTO "transfers" VALUES('b55dc60e52ac4487',0,'482b543fa69940f8','e8897ba36c5447d8','f60e7ee6ef2f49b2','68ca740c045e49b4',200,'win','底＋5台','TW-37');
CREATE INDEX events_game ON events (game, "table", seq);
CREATE INDEX evenings_day ON evenings (day);
CREATE INDEX noted_table ON noted ("table", seq);
CREATE INDEX chips_evening ON chips (evening);
CREATE INDEX debts_paid_evening ON debts_paid (evening);
CREATE INDEX games_evening ON games (evening, seq);
CREATE INDEX games_table ON games ("table", seq);
CREATE INDEX entries_evening ON entries (evening, seq);
CREATE INDEX entries_game ON entries (game, seq);
CREATE INDEX entries_day ON entries (day, "table", seq);
CREATE INDEX results_evening ON results (evening);
CREATE INDEX results_player ON results (player, day);
CREATE INDEX results_best ON results (player, total);
CREATE INDEX results_wins ON results (won, unit, total, day, season);
CREATE INDEX results_game ON results (game);
CREATE INDEX transfers_evening ON transfers (evening);
CREATE INDEX transfers_game ON transfers (game);
CREATE INDEX totals_season ON totals (season, player);
CREATE INDEX totals_sums ON totals (player, unit, evening, seat, wind, day, season, hands, won, self_draw, dealt_in, total, amount);
CREATE INDEX pairs_player ON pairs (player, day);
COMMIT;
