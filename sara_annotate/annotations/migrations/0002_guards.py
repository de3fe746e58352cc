from django.db import migrations

from sara_annotate.annotations.guards import guards_install, guards_remove


class Migration(migrations.Migration):
    dependencies = [("annotations", "0001_initial"), ("corpus", "0001_initial")]

    operations = [migrations.RunPython(guards_install, guards_remove)]
